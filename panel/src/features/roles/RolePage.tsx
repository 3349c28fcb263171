import { Textarea, TextInput } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { readAgain } from "../../app/queries";
import { t } from "../../strings/roles";
import { type Act, Acts, once } from "../../ui/Acts";
import { type Draft, lined } from "../../ui/drafts";
import { Edit, typed, type Version } from "../../ui/Edit";
import { ErrorNote } from "../../ui/ErrorNote";
import { SubjectInput } from "../../ui/KeyInput";
import { May } from "../../ui/May";
import { Note, Page, Section } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useRead } from "../../ui/useRead";
import { several } from "../../ui/words";
import { ofDraft, Simulation } from "../simulation/Simulation";
import { approverFault, approversOf, requestedBy } from "./request";
import { Kind, type Role } from "./RolesPage";

/** One role; those of the organization can be changed here. */
export function RolePage() {
  const { role } = useParams({ from: "/roles/$role" });
  const read = useRead(["role", role], () => readRole(role));
  const [deleted, setDeleted] = useState<string>();
  const it = read.data?.it;
  // The API refuses what would give or change it.
  const retired = it?.status === "deprecated";
  return (
    <Page title={it?.label ?? t.role} aside={<Link to="/roles">{t.allRoles}</Link>}>
      {read.error && <ErrorNote error={read.error} onRetry={() => void read.refetch()} />}
      {it && (
        <>
          {retired && (
            <Note tone={deleted === role ? "allow" : "plain"} title={it.application ? t.notDeclaredAnyMore : t.isDeleted}>
              <p>{t.cannotBeGiven}{!it.application && <> {t.keyIsFree}</>}</p>
            </Note>
          )}
          <Section title={t.role} aside={it.application || retired ? undefined : <Acts acts={[removal(it, read.data?.revision, () => setDeleted(role))]} />}>
            <dl className="facts">
              <dt>{t.key}</dt><dd className="mono">{it.key}</dd>
              <dt>{t.kind}</dt><dd><Kind of={it} /></dd>
              <dt>{t.from}</dt><dd>{it.application ? <>{t.manifest} <Link to="/applications/$application" params={{ application: it.application }}>{it.application}</Link>{t.whichAloneChanges}</> : t.yourOrganization}</dd>
              <dt>{t.status}</dt><dd>{it.status}</dd>
              <dt>{t.permissions}</dt><dd className="mono">{it.permissions.join(", ") || "–"}</dd>
              <dt>{t.includes}</dt><dd className="mono">{it.includes.join(", ") || "–"}</dd>
              {!retired && <><dt>{t.requests}</dt><dd><Requests of={it} /></dd></>}
              <dt>{t.holders}</dt><dd><Link to="/grants" search={{ key: it.key, status: "active" }}>{t.whoHas}</Link>{!retired && <May needs="iam:grants.manage">, <Link to="/grants/new" search={{ key: it.key }}>{t.giveSomeone}</Link></May>}</dd>
            </dl>
          </Section>
          {!it.application && !retired && <May needs="iam:roles.manage"><EditRole key={it.key} role={it} revision={read.data?.revision} /></May>}
        </>
      )}
    </Page>
  );
}

/** The way to ask for a role, if there is one. */
function Requests({ of }: { of: Role }) {
  const approvers = approversOf(of);
  if (approvers.length === 0) return t.noOneCanAsk;
  return <>{t.peopleMayAsk} {approvers.map((each, i) => <span key={i}>{i > 0 && t.thenBy}<Subject of={each} /></span>)}</>;
}

const readRole = (role: string) => api().GET("/api/iam/v1/roles/{role}", { params: { path: { role } } });

const LISTS = { permissions: several, includes: several };
const NAMES = { label: t.name, permissions: t.permissions, includes: t.includes, request: t.requestsApprovedBy };
type Member = keyof typeof NAMES;

const shownOf = (role: Role): Draft<Member> =>
  ({ label: role.label, permissions: lined(role.permissions), includes: lined(role.includes), request: approversOf(role)[0] ?? "" });

const versionOf = ({ data, response }: { data?: { data: Role }; response: Response }): Version<Member> =>
  ({ draft: shownOf(data!.data), revision: response.headers.get("ETag") ?? undefined });

const bodyOf = (role: Role, draft: Draft<Member>) => ({
  label: draft.label.trim(), permissions: several(draft.permissions), includes: several(draft.includes), ...requestedBy(draft.request, role),
});

/** The role as it would be, whole. */
function draftOf(role: Role, draft: Draft<Member>) {
  const { key, is_privileged, is_break_glass, request } = role;
  return { roles: [{ key, is_privileged, is_break_glass, request, ...bodyOf(role, draft) }] };
}

function EditRole({ role, revision }: { role: Role; revision?: string }) {
  const steps = approversOf(role).length;
  return (
    <Section title={t.change}>
      <Edit of={{ draft: shownOf(role), revision }} lists={LISTS} names={NAMES}
        needs="iam:roles.manage" title={t.changeRole} effect={(draft) => <>{t.holdersGainLoseAccess}<div style={{ marginTop: 12 }}><Simulation run={ofDraft(draftOf(role, draft))} /></div></>}
        faults={({ request }) => {
          const fault = approverFault(request);
          return fault ? { request: fault } : {};
        }}
        read={async () => {
          const now = await readRole(role.key);
          // What the form does not show is sent back as it stands now.
          void readAgain();
          return versionOf(now);
        }}
        write={async (draft, over, key) => versionOf(await api().PATCH("/api/iam/v1/roles/{role}", {
          params: { path: { role: role.key }, header: once(key, over) },
          body: bodyOf(role, draft),
        }))}>
        {(field) => (
          <>
            <TextInput required label={t.name} {...typed(field("label"))} />
            <Textarea label={t.permissions} description={t.oneLine} autosize minRows={2} {...typed(field("permissions"))} />
            <Textarea label={t.includesAllTheseRoles} description={t.oneLine} autosize minRows={1} {...typed(field("includes"))} />
            <SubjectInput label={t.requestsApprovedBy} description={steps > 1 ? t.firstOf(steps) : t.emptyNoOneAsks} placeholder={t.nameOrUserAnn} {...field("request")} />
          </>
        )}
      </Edit>
    </Section>
  );
}

const removal = (role: Role, revision: string | undefined, done: () => void): Act => ({
  name: t.delete, title: t.deleteRole, needs: "iam:roles.manage", destructive: true,
  effect: <>{t.roleTitle} <strong className="mono">{role.key}</strong> {t.cannotBeGivenAnyMore}</>,
  run: async ({ key }) => {
    await api().DELETE("/api/iam/v1/roles/{role}", { params: { path: { role: role.key }, header: once(key, revision) } });
    done();
  },
});
