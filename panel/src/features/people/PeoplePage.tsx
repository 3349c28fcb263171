import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";

type Row = Schemas["UserView"];

export function UserStatus({ of }: { of: Row["status"] }) {
  return <Mark tone={of === "active" ? "allow" : "deny"}>{of}</Mark>;
}

const COLUMNS: Column<Row>[] = [
  { title: "Name", cell: (row) => <Link to="/people/$user" params={{ user: row.id }} className="name"><bdi>{row.name}</bdi></Link> },
  { title: "External id", cell: (row) => <span className="mono">{row.external_id ?? "–"}</span> },
  { title: "E-mail", cell: (row) => <span className="whole">{row.email ?? "–"}</span> },
  { title: "Status", cell: (row) => <UserStatus of={row.status} /> },
  { title: "Since", cell: (row) => <When at={row.created_at} /> },
];

export function PeoplePage() {
  const search = useSearch({ from: "/people" });
  const navigate = useNavigate();
  const list = useList<Row>(["people", search], async (cursor) =>
    body(api().GET("/api/iam/v1/users", { params: { query: { q: search.q, "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title="People">
      <May needs="iam:users.manage">
        <Section title="New person">
          <EntryForm act="Create person"
            entries={[
              { name: "name", label: "Name", placeholder: "Ann Arber", required: true },
              { name: "email", label: "E-mail", placeholder: "ann@example.com" },
              { name: "external_id", label: "Id in your own systems", placeholder: "ann" },
            ]}
            run={({ name, email, external_id }, key) => api().POST("/api/iam/v1/users",
              { params: { header: once(key) }, body: { name, email: email || null, external_id: external_id || null } })} />
        </Section>
      </May>
      <Section title="People of your organization">
        <Filters key={JSON.stringify(search)} values={search}
          onChange={(values) => void navigate({ to: "/people", search: { ...search, ...values } })}
          filters={[
            { name: "q", label: "Name or address", placeholder: "ann" },
            { name: "status", label: "Status", choices: ["active", "suspended"] },
          ]} />
        <ListTable label="People" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No one matches.">People come by import, from your directory, or from the form above.</Empty>} />
      </Section>
    </Page>
  );
}
