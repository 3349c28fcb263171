import { Link } from "@tanstack/react-router";
import { api, body, type Item } from "../../api/client";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";

type Row = Item<"/api/iam/v1/groups">;

const COLUMNS: Column<Row>[] = [
  { title: "Group", cell: (row) => <Link to="/groups/$group" params={{ group: row.id }} className="name"><bdi>{row.name}</bdi></Link> },
  { title: "Key", cell: (row) => <span className="mono">{row.key}</span> },
  { title: "Source", cell: (row) => row.source },
  { title: "Status", cell: (row) => row.status },
  { title: "Since", cell: (row) => <When at={row.created_at} /> },
];

export function GroupsPage() {
  const list = useList<Row>(["groups"], async (cursor) =>
    body(api().GET("/api/iam/v1/groups", { params: { query: { cursor, limit: 50 } } })));
  return (
    <Page title="Groups">
      <May needs="iam:groups.manage">
        <Section title="New group">
          <EntryForm act="Create group"
            entries={[
              { name: "key", label: "Key", placeholder: "auditors", required: true },
              { name: "name", label: "Name", placeholder: "Auditors", required: true },
            ]}
            run={(group, key) => api().POST("/api/iam/v1/groups", { params: { header: once(key) }, body: group })} />
        </Section>
      </May>
      <Section title="Groups of your organization">
        <ListTable label="Groups" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No group yet.">A grant to a group holds for all its members.</Empty>} />
      </Section>
    </Page>
  );
}
