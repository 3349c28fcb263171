import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api, body, type Item } from "../../api/client";
import { readAgain } from "../../app/queries";
import { useStore } from "../../app/store";
import { session } from "../../auth/session";
import { t } from "../../strings/grants";
import { type Act, Acts, once } from "../../ui/Acts";
import { ButtonLink } from "../../ui/ButtonLink";
import { Confirm } from "../../ui/Confirm";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Holder } from "../../ui/Linked";
import { May, useMay } from "../../ui/May";
import { Empty, Mark, Note, Page, Section, When } from "../../ui/parts";
import { Privilege } from "../../ui/Privilege";
import { RowLink } from "../../ui/RowLink";
import { Subject } from "../../ui/Subject";
import { type Many, Named } from "../../ui/Ticks";
import { useList } from "../../ui/useList";
import { count } from "../../ui/words";
import { ofDraft, Simulation } from "../simulation/Simulation";
import { made, unmake } from "./made";

export type Row = Item<"/api/iam/v1/grants">;

export const GRANT_COLUMNS: Column<Row>[] = [
  { title: t.has, cell: (row) => <><Privilege of={row} /> <span className="quiet">{row.privilege_type}</span></> },
  { title: t.effect, names: true, cell: (row) => row.effect === "deny" ? <Mark tone="deny">{t.denies}</Mark> : <Mark tone="allow">{t.permits}</Mark> },
  { title: t.limited, names: true, cell: (row) => <span className="mono">{[row.resource, row.condition && t.if(row.condition)].filter(Boolean).join(" ") || "–"}</span> },
  { title: t.until, names: true, cell: (row) => row.valid_until ? <When at={row.valid_until} /> : <span className="whole">{t.noEnd}</span> },
  { title: t.status, cell: (row) => <>{row.status}<May needs="iam:audit.read">, <RowLink to="/audit" search={{ target: `grant:${row.id}` }} title={t.changesOfAccess} aria-label={t.changesOf(row.privilege_key)}>{t.history}</RowLink></May></> },
  { title: t.act, cell: (row) => <GrantActs of={row} /> },
];

export const REVOKE_TICKED: Many<Row>[] = [{
  act: t.revoke, label: t.revokeTicked, needs: "iam:grants.manage", destructive: true, can: (row) => row.status !== "revoked",
  title: (n) => t.revokeGrants(count(n, t.grantWord)),
  effect: (rows) => (
    <>
      {t.endAtOnce(count(rows.length, t.grantWord), count(new Set(rows.map(({ subject }) => subject)).size, t.holder), rows.length === 1)}
      <Named rows={rows} named={(row) => <Loss of={row} />} />
      {t.otherGrantsStay}
      <Own of={rows} />
      <div style={{ marginTop: 12 }}><Simulation run={ofDraft({ revoke_grants: rows.map(({ id }) => id) })} /></div>
    </>
  ),
  run: async (row, { key }) => {
    await api().POST("/api/iam/v1/grants/{grant}/revoke", { params: { path: { grant: row.id }, header: once(key) } });
    unmake(row.id);
  },
  tell: (n) => t.areRevoked(count(n, t.grantWord), n === 1),
  named: (row) => <><Subject of={row.subject} />, <Privilege of={row} /></>,
}];

const COLUMNS: Column<Row>[] = [{ title: t.who, cell: (row) => <Holder of={row.subject} /> }, ...GRANT_COLUMNS];

export function GrantsPage() {
  const search = useSearch({ from: "/grants" });
  const list = useList<Row>(["grants", search], async (cursor) =>
    body(api().GET("/api/iam/v1/grants", { params: { query: {
      "filter[subject]": search.subject, "filter[status]": search.status, "filter[privilege_key]": search.key, cursor, limit: 50,
    } } })));
  const done = useStore(made);
  useEffect(() => () => made.set(undefined), []);
  return (
    <Page title={t.grants} aside={<May needs="iam:grants.manage"><ButtonLink size="compact-md" to="/grants/new">{t.newGrant}</ButtonLink></May>}>
      {done && <Done of={done} />}
      <Section title={t.whoHasWhat}>
        <Filters filters={[
            { name: "subject", label: t.who, placeholder: t.nameOrUserAnn, subject: true },
            { name: "key", label: t.roleOrPermission, placeholder: "warehouse:keeper" },
            { name: "status", label: t.status, choices: ["active", "suspended", "revoked"] },
          ]} />
        <ListTable label={t.grants} list={list} columns={COLUMNS} id={(row) => row.id} many={REVOKE_TICKED}
          empty={<Empty title={t.noGrantMatches}><May needs="iam:grants.manage"><Link to="/grants/new">{t.giveRoleOrPermission}</Link> {t.personGroupOrService}</May></Empty>} />
      </Section>
    </Page>
  );
}

/** Says whom a new grant serves. */
function Done({ of }: { of: Row }) {
  return <Note tone="allow" title={<><Subject of={of.subject} /> {of.effect === "deny" ? t.nowDenied : t.nowHas} <Privilege of={of} />.</>} />;
}

/** The access that goes with a grant, in words. */
function Loss({ of }: { of: Row }) {
  return (
    <>
      <strong><Subject of={of.subject} /></strong> {of.effect === "deny" ? t.noLongerDenied : t.loses} {t.the} {of.privilege_type} <Privilege of={of} />
      {of.resource && <> {t.on} <span className="mono">{of.resource}</span></>}
      {of.condition && <> <span className="mono">{t.if(of.condition)}</span></>}
    </>
  );
}

/** Warns a person who is about to take access from themselves. */
function Own({ of }: { of: readonly Row[] }) {
  const now = useStore(session);
  const own = of.filter(({ subject, effect }) => now.is !== "out" && subject === now.session.subject && effect === "permit");
  if (own.length === 0) return null;
  return (
    <div style={{ marginTop: 12 }}>
      <Note tone="deny" title={<>{t.youLose} {own.map((row, i) => <span key={row.id}>{i > 0 && ", "}{t.the} {row.privilege_type} <Privilege of={row} /></span>)}.</>}>
        <p>{t.youMayBeUnable}</p>
      </Note>
    </div>
  );
}

/** The acts that the status of a grant allows. */
function GrantActs({ of }: { of: Row }) {
  const [revoking, setRevoking] = useState(false);
  const may = useMay()("iam:grants.manage");
  if (!may || of.status === "revoked") return null;
  return (
    <div className="acts">
      <Button size="compact-xs" variant="default" onClick={() => setRevoking(true)}>{t.revokeDots}</Button>
      {of.status === "suspended" && <Acts acts={[reinstatement(of)]} />}
      {revoking && <Revoke grant={of} onClose={() => setRevoking(false)} />}
    </div>
  );
}

const reinstatement = (row: Row): Act => ({
  name: t.reinstate, title: t.reinstateGrant, needs: "iam:grants.manage",
  effect: <><strong><Subject of={row.subject} /></strong> {row.effect === "deny" ? t.deniedAgain : t.hasAgain} {t.the} {row.privilege_type} <Privilege of={row} /> {t.atOnce}</>,
  run: ({ key }) => api().POST("/api/iam/v1/grants/{grant}/reinstate", { params: { path: { grant: row.id }, header: once(key) } }),
});

/** Revokes the grant as it stood when the dialog was opened, and not one that someone changed since. */
function Revoke({ grant, onClose }: { grant: Row; onClose: () => void }) {
  const path = { grant: grant.id };
  const revision = useQuery({
    queryKey: ["grant", grant.id],
    queryFn: async () => (await api().GET("/api/iam/v1/grants/{grant}", { params: { path } })).response.headers.get("ETag"),
    // Of this dialog alone.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Confirm title={t.revokeGrant} act={t.revoke} destructive onClose={onClose}
      onConfirm={async ({ key }) => {
        const held = revision.data ?? (await revision.refetch({ throwOnError: true })).data;
        const header = { "Idempotency-Key": key, "If-Match": held ?? undefined };
        await api().POST("/api/iam/v1/grants/{grant}/revoke", { params: { path, header } });
        unmake(grant.id);
        await readAgain();
      }}>
      <Loss of={grant} /> {t.atOnce} {t.otherGrantsStay}
      <Own of={[grant]} />
      <div style={{ marginTop: 12 }}><Simulation run={ofDraft({ revoke_grants: [grant.id] })} /></div>
    </Confirm>
  );
}
