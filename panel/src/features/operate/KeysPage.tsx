import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { type Act, Acts } from "../../ui/Acts";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";

type Row = Schemas["KeyView"];

const TONES = { pending: "plain", active: "allow", overlap: "plain", retired: "plain", revoked: "deny" } as const;
const at = (time: string | null) => (time ? <When at={time} /> : "–");

const COLUMNS: Column<Row>[] = [
  { title: "Key", cell: (row) => <span className="mono">{row.kid}</span> },
  { title: "Signs", cell: (row) => `${row.purpose}, ${row.alg}` },
  { title: "Status", cell: (row) => <Mark tone={TONES[row.status]}>{row.status}</Mark> },
  { title: "Published", cell: (row) => at(row.published_at) },
  { title: "Active since", cell: (row) => at(row.activated_at) },
  { title: "Retires", cell: (row) => at(row.retires_at) },
  { title: "Ended", cell: (row) => at(row.ended_at) },
  { title: "Act", cell: (row) => row.status === "retired" || row.status === "revoked" ? "–" : <Acts of={row.kid} acts={[revocation(row)]} /> },
];

/** Keys that sign tokens and the audit chain, with their life. */
export function KeysPage() {
  const search = useSearch({ from: "/keys" });
  const navigate = useNavigate();
  const list = useList<Row>(["keys", search], async (cursor) =>
    body(api().GET("/api/iam/v1/keys", { params: { query: { "filter[purpose]": search.purpose, "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title="Signing keys">
      <Section title="Keys of tokens and audit records" aside={<Acts acts={[rotation("token"), rotation("audit")]} />}>
        <Filters key={JSON.stringify(search)} values={search} onChange={(values) => void navigate({ to: "/keys", search: values })}
          filters={[{ name: "purpose", label: "Signs", choices: ["token", "audit"] }, { name: "status", label: "Status", choices: Object.keys(TONES) }]} />
        <ListTable label="Signing keys" list={list} columns={COLUMNS} id={(row) => row.kid}
          empty={<Empty title="No key matches.">The service makes its keys when it starts.</Empty>} />
      </Section>
    </Page>
  );
}

const rotation = (purpose: Row["purpose"]): Act => ({
  name: `Rotate ${purpose} key`, title: `Rotate the ${purpose} key?`, needs: "iam:keys.manage",
  effect: "The standby key signs at once, and the present one is still accepted until it retires. Within six minutes of another rotation nothing changes.",
  run: ({ key }) => api().POST("/api/iam/v1/keys/rotate", { params: { header: { "Idempotency-Key": key } }, body: { purpose } }),
});

const revocation = (row: Row): Act => ({
  name: "Revoke", title: "Revoke this key?", needs: "iam:keys.manage", destructive: true, note: { label: "Reason", required: true },
  effect: <>Everything that <strong className="mono">{row.kid}</strong> signed is refused within a second, and people and applications sign in again. If it signs now, the standby takes its place. This is final.</>,
  run: ({ key, note }) => api().POST("/api/iam/v1/keys/{kid}/revoke",
    { params: { path: { kid: row.kid }, header: { "Idempotency-Key": key } }, body: { reason: note } }),
});
