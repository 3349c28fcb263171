import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body } from "../../api/client";
import { ApiError } from "../../api/problem";
import { readAgain } from "../../app/queries";
import { t } from "../../strings/grants";
import { Confirm } from "../../ui/Confirm";
import { ErrorNote } from "../../ui/ErrorNote";
import { KeyInput, SubjectInput } from "../../ui/KeyInput";
import { Page, Section } from "../../ui/parts";
import { Privilege } from "../../ui/Privilege";
import { Subject } from "../../ui/Subject";
import { keysOf, meantKey, meantSubject } from "../../ui/suggestions";
import { count } from "../../ui/words";
import { ofDraft, Simulation } from "../simulation/Simulation";
import { type Body, type Faults, kindOf, toBody, type Typed } from "./form";
import { made } from "./made";
import { PreviewView } from "./PreviewView";

const LABELS: Record<keyof Typed, string> = {
  subject: t.who, privilege_type: t.kind, privilege_key: t.roleOrPermission, effect: t.effect, resource: t.resource, condition: t.condition, valid_until: t.until, justification: t.reason,
};

/** A grant in two steps: its preview, then its confirmation. */
export function NewGrantPage() {
  const search = useSearch({ from: "/grants/new" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Typed>({
    subject: search.subject ?? "", privilege_type: search.kind === "permission" ? "permission" : "role", privilege_key: search.key ?? "",
    effect: "permit", resource: search.resource ?? "", condition: "", valid_until: "", justification: "",
  });
  const [faults, setFaults] = useState<Faults>({});
  const [confirming, setConfirming] = useState<Body>();
  const preview = useMutation({
    mutationFn: async (asked: Body) => (await body(api().POST("/api/iam/v1/grants/preview", { body: asked }))).data,
  });
  const roles = useQuery(keysOf("role"));
  const permissions = useQuery(keysOf("permission"));
  const kind = (key: string, now: string) => kindOf(key, roles.data ?? [], permissions.data ?? []) ?? now;
  /** What the service says of a field. */
  const told = (name: string) => preview.error instanceof ApiError ? preview.error.problem.errors?.[name]?.join(", ") : undefined;
  const entry = (name: keyof Typed) => ({
    value: typed[name],
    error: faults[name] ?? told(name),
    onValue: (value: string) => {
      setTyped((before) => ({ ...before, ...(name === "privilege_key" && { privilege_type: kind(value, before.privilege_type) }), [name]: value }));
      // A preview is of the form as it was. A reason changes no decision.
      if (name !== "justification" || preview.error) preview.reset();
    },
  });
  const field = (name: keyof Typed) => {
    const { onValue, ...rest } = entry(name);
    return { ...rest, onChange: (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value) };
  };
  const see = async () => {
    const privilege_key = await meantKey("privilege", typed.privilege_key);
    const meant = { ...typed, subject: await meantSubject(typed.subject), privilege_key, privilege_type: kind(privilege_key, typed.privilege_type) };
    setTyped(meant);
    const read = toBody(meant);
    setFaults(read.faults);
    if (read.body) preview.mutate(read.body);
  };
  return (
    <Page title={t.newGrant} aside={<Link to="/grants">{t.allGrants}</Link>}>
      <Section title={t.whoGetsWhat}>
        <form onSubmit={(event) => { event.preventDefault(); void see(); }}
          className="fields">
          <SubjectInput required label={t.who} description={t.byName} placeholder={t.annArberOrUser} {...entry("subject")} />
          <KeyInput kind="privilege" required label={t.roleOrPermission} description={t.nameOrKey} placeholder={t.chooseRoleOrPermission} {...entry("privilege_key")} />
          <NativeSelect label={t.kind} description={t.kindFollows} data={["role", "permission"]} {...field("privilege_type")} />
            <TextInput label={t.reason} description={t.keptAuditLog} {...field("justification")} />
            <details style={{ gridColumn: "1 / -1" }} open={search.resource !== undefined}>
            <summary>{t.limitsResourceConditionEnd}</summary>
            <div className="fields" style={{ marginTop: 12 }}>
              <KeyInput kind="resource" label={t.resource} description={t.emptyAll} placeholder="document:stocktaking" {...entry("resource")} />
              <TextInput label={t.condition} description={t.emptyAlways} placeholder={t.contextQuantity10} {...field("condition")} />
              <TextInput type="datetime-local" label={t.until} description={t.emptyNoEnd} {...field("valid_until")} />
              <NativeSelect label={t.effect} description={t.denialOutweighsEveryPermit} data={["permit", "deny"]} {...field("effect")} />
            </div>
          </details>
          <div style={{ gridColumn: "1 / -1", display: "flex", flexWrap: "wrap", gap: 10, alignItems: "center" }}>
            <Button type="submit" variant={preview.data ? "default" : undefined} loading={preview.isPending}>{t.preview}</Button>
            {!preview.data && <span className="quiet">{t.previewThenGrant}</span>}
          </div>
        </form>
      </Section>
      <div aria-live="polite" style={{ display: "contents" }}>
        {preview.error && <ErrorNote error={preview.error} labels={LABELS} onRetry={() => void see()} />}
        {preview.data && (
          <Section title={t.whatWouldChange} aside={<Button size="compact-md" onClick={() => preview.variables && setConfirming({ ...preview.variables, justification: typed.justification.trim() || null })}>{t.grantDots}</Button>}>
            <div className="edit">
              <PreviewView of={preview.data} />
              {preview.variables && <Simulation run={ofDraft({ grants: [preview.variables] })} />}
            </div>
          </Section>
        )}
      </div>
      {confirming && (
        <Confirm title={t.makeGrant} act={t.grant} onClose={() => setConfirming(undefined)}
          onConfirm={async ({ key }) => {
            const { data } = await body(api().POST("/api/iam/v1/grants", { body: confirming, params: { header: { "Idempotency-Key": key } } }));
            await readAgain();
            made.set(data);
            await navigate({ to: "/grants", search: { subject: confirming.subject } });
          }}>
          <strong><Subject of={confirming.subject} whole /></strong> {confirming.effect === "deny" ? t.denied : t.gets} {t.the} {confirming.privilege_type} <Privilege of={confirming} />
          {confirming.resource && <> {t.on} <span className="mono">{confirming.resource}</span></>} {t.atOnce} {preview.data && t.subject(count(preview.data.changes.length, t.permission), preview.data.changes.length === 1 ? t.changes : t.change)}
        </Confirm>
      )}
    </Page>
  );
}
