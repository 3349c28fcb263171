import { Link, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/people";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { Filters } from "../../ui/Filters";
import { ListPage } from "../../ui/ListPage";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";

type Row = Schemas["UserView"];

export function UserStatus({ of }: { of: Row["status"] }) {
  return <Mark tone={of === "active" ? "allow" : "deny"}>{of}</Mark>;
}

function Name({ of }: { of: Row }) {
  return <Link to="/people/$user" params={{ user: of.id }} className="name"><bdi>{of.name}</bdi></Link>;
}

const COLUMNS: Column<Row>[] = [
  { title: t.name, cell: (row) => <Name of={row} /> },
  { title: t.externalId, cell: (row) => <span className="mono">{row.external_id ?? "–"}</span> },
  { title: t.eMail, cell: (row) => <span className="whole">{row.email ?? "–"}</span> },
  { title: t.status, cell: (row) => <UserStatus of={row.status} /> },
  { title: t.since, cell: (row) => <When at={row.created_at} /> },
];

export function PeoplePage() {
  const search = useSearch({ from: "/people" });
  const list = useList<Row>(["people", search], async (cursor) =>
    body(api().GET("/api/iam/v1/users", { params: { query: { q: search.q, "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <ListPage title={t.people} label={t.newPerson} needs="iam:users.manage"
      form={
        <EntryForm act={t.createPerson}
          entries={[
            { name: "name", label: t.name, placeholder: t.annArber, required: true },
            { name: "email", label: t.eMail, placeholder: t.annExampleCom },
            { name: "external_id", label: t.externalId, placeholder: t.ann },
          ]}
          run={({ name, email, external_id }, key) => body(api().POST("/api/iam/v1/users",
            { params: { header: once(key) }, body: { name, email: email || null, external_id: external_id || null } }))}
          named={({ data }) => <Name of={data} />} />
      }>
      <Section title={t.peopleYourOrganization}>
        <Filters filters={[
            { name: "q", label: t.nameOrAddress, placeholder: t.ann },
            { name: "status", label: t.status, choices: ["active", "suspended"] },
          ]} />
        <ListTable label={t.people} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noOneMatches}>{t.peopleComeByImport}</Empty>} />
      </Section>
    </ListPage>
  );
}
