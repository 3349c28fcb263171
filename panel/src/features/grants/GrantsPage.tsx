import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { api, body, type Item } from "../../api/client";
import { useStore } from "../../app/store";
import { t } from "../../strings/grants";
import { type Act, Acts, once } from "../../ui/Acts";
import { ButtonLink } from "../../ui/ButtonLink";
import { Confirm } from "../../ui/Confirm";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { May, useMay } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { permissionsByKey, rolesByKey } from "../../ui/suggestions";
import { useList } from "../../ui/useList";
import { ofDraft, Simulation } from "../simulation/Simulation";
import type { Body } from "./form";
import { made } from "./made";

export type Row = Item<"/api/iam/v1/grants">;

export const GRANT_COLUMNS: Column<Row>[] = [
  { title: t.has, cell: (row) => <><span className="mono">{row.privilege_key}</span> <span className="quiet">{row.privilege_type}</span></> },
  { title: t.effect, cell: (row) => row.effect === "deny" ? <Mark tone="deny">{t.denies}</Mark> : <Mark tone="allow">{t.permits}</Mark> },
  { title: t.limited, cell: (row) => <span className="mono">{[row.resource, row.condition && t.if(row.condition)].filter(Boolean).join(" ") || "–"}</span> },
  { title: t.until, cell: (row) => row.valid_until ? <When at={row.valid_until} /> : t.noEnd },
  { title: t.status, cell: (row) => <>{row.status}<May needs="iam:audit.read">, <Link to="/audit" search={{ target: `grant:${row.id}` }} title={t.changesOfAccess} aria-label={t.changesOf(row.privilege_key)}>{t.history}</Link></May></> },
];

export function GrantsPage() {
  const search = useSearch({ from: "/grants" });
  const list = useList<Row>(["grants", search], async (cursor) =>
    body(api().GET("/api/iam/v1/grants", { params: { query: {
      "filter[subject]": search.subject, "filter[status]": search.status, "filter[privilege_key]": search.key, cursor, limit: 50,
    } } })));
  const [revoking, setRevoking] = useState<Row>();
  const done = useStore(made);
  useEffect(() => () => made.set(undefined), []);
  const mayRevoke = useMay()("iam:grants.manage");
  const columns = useMemo((): Column<Row>[] => [
    { title: t.who, cell: (row) => <Holder of={row.subject} /> },
    ...GRANT_COLUMNS,
    { title: t.act, cell: (row) => mayRevoke && row.status !== "revoked" && (
      <div className="acts">
        <Button size="compact-xs" variant="default" onClick={() => setRevoking(row)}>{t.revokeDots}</Button>
        {row.status === "suspended" && <Acts acts={[reinstatement(row)]} />}
      </div>
    ) },
  ], [mayRevoke]);
  return (
    <Page title={t.grants} aside={<May needs="iam:grants.manage"><ButtonLink size="compact-md" to="/grants/new">{t.newGrant}</ButtonLink></May>}>
      <Section title={t.whoHasWhat}>
        <Filters filters={[
            { name: "subject", label: t.who, placeholder: t.nameOrUserAnn, subject: true },
            { name: "key", label: t.roleOrPermission, placeholder: "warehouse:keeper" },
            { name: "status", label: t.status, choices: ["active", "suspended", "revoked"] },
          ]} />
        <p role="status" className="quiet" style={{ margin: done ? "0 0 8px" : 0 }}>{done && <Done of={done} />}</p>
        <ListTable label={t.grants} list={list} columns={columns} id={(row) => row.id}
          empty={<Empty title={t.noGrantMatches}><May needs="iam:grants.manage"><Link to="/grants/new">{t.giveRoleOrPermission}</Link> {t.personGroupOrService}</May></Empty>} />
      </Section>
      {revoking && <Revoke key={revoking.id} grant={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  );
}

/** A person is a link to their page. */
function Holder({ of }: { of: string }) {
  const user = /^user:([0-9a-f-]{36})$/.exec(of)?.[1];
  return user ? <Link to="/people/$user" params={{ user }}><Subject of={of} /></Link> : <Subject of={of} />;
}

/** Says whom a new grant serves. */
function Done({ of }: { of: Body }) {
  const role = of.privilege_type === "role";
  const { data } = useQuery({ queryKey: ["suggest", of.privilege_type], queryFn: role ? rolesByKey : permissionsByKey, staleTime: 60_000, retry: false });
  const name = data?.find(({ value }) => value === of.privilege_key)?.label ?? of.privilege_key;
  return <><Subject of={of.subject} /> {of.effect === "deny" ? t.nowDenied : t.nowHas} <strong><bdi>{name}</bdi></strong>.</>;
}

const reinstatement = (row: Row): Act => ({
  name: t.reinstate, title: t.reinstateGrant, needs: "iam:grants.manage",
  effect: <><strong><Subject of={row.subject} /></strong> {row.effect === "deny" ? t.deniedAgain : t.hasAgain} {t.the} {row.privilege_type} <strong className="mono">{row.privilege_key}</strong> {t.atOnce}</>,
  run: ({ key }) => api().POST("/api/iam/v1/grants/{grant}/reinstate", { params: { path: { grant: row.id }, header: once(key) } }),
});

/** Revokes the grant as it stood when the dialog was opened, and not one that someone changed since. */
function Revoke({ grant, onClose }: { grant: Row; onClose: () => void }) {
  const queries = useQueryClient();
  const path = { grant: grant.id };
  const revision = useQuery({
    queryKey: ["grant", grant.id],
    queryFn: async () => (await api().GET("/api/iam/v1/grants/{grant}", { params: { path } })).response.headers.get("ETag"),
    // Of this dialog alone.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Confirm title={t.revokeGrant} act={t.revoke} cancel={t.keep} destructive onClose={onClose}
      onConfirm={async ({ key }) => {
        const held = revision.data ?? (await revision.refetch({ throwOnError: true })).data;
        const header = { "Idempotency-Key": key, "If-Match": held ?? undefined };
        await api().POST("/api/iam/v1/grants/{grant}/revoke", { params: { path, header } });
        await queries.invalidateQueries({ queryKey: ["grants"] });
      }}>
      <strong><Subject of={grant.subject} /></strong> {grant.effect === "deny" ? t.noLongerDenied : t.loses} {t.the} {grant.privilege_type} <strong className="mono">{grant.privilege_key}</strong> {t.atOnceOtherGrants}
      <div style={{ marginTop: 12 }}><Simulation run={ofDraft({ revoke_grants: [grant.id] })} /></div>
    </Confirm>
  );
}
