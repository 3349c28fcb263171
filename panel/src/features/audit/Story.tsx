import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Schemas } from "../../api/client";
import { t } from "../../strings/audit";
import { Subject } from "../../ui/Subject";
import { keysOf } from "../../ui/suggestions";
import { eventWords } from "../../ui/words";
import { type About, aboutOf, type Right } from "./about";
import { reference } from "./reference";

type Entry = Schemas["AuditEventView"];

const ACTS: Record<string, string> = t.actsOnGrants;

/** A role by its name, and any other right by its key. */
export function RoleOrPermission({ of }: { of: Right }) {
  const { data } = useQuery({ ...keysOf("role"), enabled: of.privilege_type === "role" });
  const name = of.privilege_type === "role" && data?.find(({ value }) => value === of.privilege_key)?.label;
  return <span title={of.privilege_key}>{name ? <bdi>{name}</bdi> : <span className="mono">{of.privilege_key}</span>}</span>;
}

/** The thing or the person that a record is about, by name. */
export function Matter({ of }: { of: Entry }) {
  const { name, subject, right, group, relation } = aboutOf(of);
  const target = reference(of.target);
  if (name) return <span className="name" title={target}><bdi>{name}</bdi></span>;
  if (!subject) return <Subject of={target} />;
  return (
    <span title={target}>
      <Subject of={subject} />
      {right && <>: <RoleOrPermission of={right} /></>}
      {group && <>: <Subject of={group} /></>}
      {relation && <>: <span className="mono">{relation}</span></>}
    </span>
  );
}

/** A record in one sentence: who did what to whom. */
export function Story({ of }: { of: Entry }) {
  return <p style={{ margin: "-8px 0 0", fontSize: "1.05rem" }}><Sentence of={of} about={aboutOf(of)} /></p>;
}

function Sentence({ of, about: { subject, right, group } }: { of: Entry; about: About }): ReactNode {
  const actor = <strong><Subject of={reference(of.actor)} /></strong>;
  const whom = subject && <strong><Subject of={subject} /></strong>;
  const act = ACTS[of.event_type];
  if (right && whom && of.event_type === "iam.grant.created") {
    return <>{actor} {isDenial(of.after) ? t.denied : t.gave} {whom} {kindOf(right)} <strong><RoleOrPermission of={right} /></strong>.</>;
  }
  if (right && whom && act) return <>{actor} {act} {kindOf(right)} <strong><RoleOrPermission of={right} /></strong> {t.of} {whom}.</>;
  if (group && whom && of.event_type === "iam.group_member.added") return <>{actor} {t.added} {whom} {t.toGroup} <strong><Subject of={group} /></strong>.</>;
  if (group && whom && of.event_type === "iam.group_member.removed") return <>{actor} {t.removed} {whom} {t.fromGroup} <strong><Subject of={group} /></strong>.</>;
  return <>{sentenceCase(eventWords(of.event_type))}: <strong><Matter of={of} /></strong>, {t.byWord} {actor}.</>;
}

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const kindOf = (right: Right) => right.privilege_type === "role" ? t.theRole : t.thePermission;

const isDenial = (image: unknown) => (image as { effect?: unknown } | undefined)?.effect === "deny";
