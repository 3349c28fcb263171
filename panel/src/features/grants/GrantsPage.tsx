import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { api, body, type Item } from "../../api/client";
import { ButtonLink } from "../../ui/ButtonLink";
import { Confirm } from "../../ui/Confirm";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";

export type Row = Item<"/api/iam/v1/grants">;

export const GRANT_COLUMNS: Column<Row>[] = [
  { title: "Has", cell: (row) => <><span className="mono">{row.privilege_key}</span> <span className="quiet">{row.privilege_type}</span></> },
  { title: "Effect", cell: (row) => row.effect === "deny" ? <Mark tone="deny">denies</Mark> : <Mark tone="allow">permits</Mark> },
  { title: "Limited to", cell: (row) => <span className="mono">{[row.resource, row.condition && `if ${row.condition}`].filter(Boolean).join(" ") || "–"}</span> },
  { title: "Until", cell: (row) => row.valid_until ? <When at={row.valid_until} /> : "no end" },
  { title: "Status", cell: (row) => row.status },
];

export function GrantsPage() {
  const search = useSearch({ from: "/grants" });
  const navigate = useNavigate();
  const list = useList<Row>(["grants", search], async (cursor) =>
    body(api().GET("/api/iam/v1/grants", { params: { query: {
      "filter[subject]": search.subject, "filter[status]": search.status, "filter[privilege_key]": search.key, cursor, limit: 50,
    } } })));
  const [revoking, setRevoking] = useState<Row>();
  const columns = useMemo((): Column<Row>[] => [
    { title: "Who", cell: (row) => <Subject of={row.subject} /> },
    ...GRANT_COLUMNS,
    { title: "Act", cell: (row) => row.status !== "revoked" && <May needs="iam:grants.manage"><Button size="compact-xs" variant="default" onClick={() => setRevoking(row)}>Revoke…</Button></May> },
  ], []);
  return (
    <Page title="Grants" aside={<May needs="iam:grants.manage"><ButtonLink size="compact-md" to="/grants/new">New grant</ButtonLink></May>}>
      <Section title="Who has what">
        <Filters key={JSON.stringify(search)} values={search}
          onChange={(values) => void navigate({ to: "/grants", search: { ...search, ...values } })}
          filters={[
            { name: "subject", label: "Who", placeholder: "name, or user:ann", subject: true },
            { name: "key", label: "Role or permission", placeholder: "warehouse:keeper" },
            { name: "status", label: "Status", choices: ["active", "suspended", "revoked"] },
          ]} />
        <ListTable label="Grants" list={list} columns={columns} id={(row) => row.id}
          empty={<Empty title="No grant matches."><Link to="/grants/new">Give a role or a permission</Link> to a person, a group or a service account.</Empty>} />
      </Section>
      {revoking && <Revoke key={revoking.id} grant={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  );
}

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
    <Confirm title="Revoke this grant?" act="Revoke" cancel="Keep it" destructive onClose={onClose}
      onConfirm={async ({ key }) => {
        const held = revision.data ?? (await revision.refetch({ throwOnError: true })).data;
        const header = { "Idempotency-Key": key, "If-Match": held ?? undefined };
        await api().POST("/api/iam/v1/grants/{grant}/revoke", { params: { path, header } });
        await queries.invalidateQueries({ queryKey: ["grants"] });
      }}>
      <strong><Subject of={grant.subject} /></strong> {grant.effect === "deny" ? "is no longer denied" : "loses"} the {grant.privilege_type} <strong className="mono">{grant.privilege_key}</strong> at once. Other grants of the same access stay. A revoked grant does not come back; give it again instead.
    </Confirm>
  );
}
