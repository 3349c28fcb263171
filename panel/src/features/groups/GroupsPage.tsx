import { Link } from "@tanstack/react-router";
import { api, body, type Item } from "../../api/client";
import { t } from "../../strings/groups";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { ListPage } from "../../ui/ListPage";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";

type Row = Item<"/api/iam/v1/groups">;

function Name({ of }: { of: Row }) {
  return <Link to="/groups/$group" params={{ group: of.id }} className="name"><bdi>{of.name}</bdi></Link>;
}

const COLUMNS: Column<Row>[] = [
  { title: t.group, cell: (row) => <Name of={row} /> },
  { title: t.key, cell: (row) => <span className="mono">{row.key}</span> },
  { title: t.source, cell: (row) => row.source },
  { title: t.status, cell: (row) => row.status },
  { title: t.since, cell: (row) => <When at={row.created_at} /> },
];

export function GroupsPage() {
  const list = useList<Row>(["groups"], async (cursor) =>
    body(api().GET("/api/iam/v1/groups", { params: { query: { cursor, limit: 50 } } })));
  return (
    <ListPage title={t.groups} label={t.newGroup} needs="iam:groups.manage"
      form={
        <EntryForm act={t.createGroup}
          entries={[
            { name: "key", label: t.key, placeholder: t.auditors, required: true },
            { name: "name", label: t.name, placeholder: t.auditorsTitle, required: true },
          ]}
          run={(group, key) => body(api().POST("/api/iam/v1/groups", { params: { header: once(key) }, body: group }))}
          named={({ data }) => <Name of={data} />} />
      }>
      <Section title={t.groupsYourOrganization}>
        <ListTable label={t.groups} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noGroupYet}>{t.grantGroupHoldsAll}</Empty>} />
      </Section>
    </ListPage>
  );
}
