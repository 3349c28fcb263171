import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Row = Schemas["GrantView1"];

const COLUMNS: Column<Row>[] = [
  { title: "Who", cell: (row) => <Subject of={row.subject} /> },
  { title: "Has", cell: (row) => <><span className="mono">{row.privilege_key}</span> <span className="quiet">{row.privilege_type}</span></> },
  { title: "Effect", cell: (row) => row.effect === "deny" ? <Mark tone="deny">denies</Mark> : <Mark tone="allow">permits</Mark> },
  { title: "Limited to", cell: (row) => <span className="mono">{[row.resource, row.condition].filter(Boolean).join(" if ") || "–"}</span> },
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
  return (
    <Page title="Grants">
      <Section title="Who has what">
        <Filters key={JSON.stringify(search)} values={search}
          onChange={(values) => void navigate({ to: "/grants", search: { ...search, ...values } })}
          filters={[
            { name: "subject", label: "Who", placeholder: "user:ann" },
            { name: "key", label: "Role or permission", placeholder: "warehouse:keeper" },
            { name: "status", label: "Status", choices: ["active", "suspended", "revoked"] },
          ]} />
        <ListTable label="Grants" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No grant matches.">A grant gives a role or a permission to a person, a group or a service account.</Empty>} />
      </Section>
    </Page>
  );
}
