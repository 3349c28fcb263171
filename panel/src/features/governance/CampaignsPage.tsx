import { Link } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { number } from "../../ui/words";

type Row = Schemas["CampaignView"];

const COLUMNS: Column<Row>[] = [
  { title: "Campaign", cell: (row) => <Link to="/campaigns/$campaign" params={{ campaign: row.id }} className="name"><bdi>{row.name}</bdi></Link> },
  { title: "Status", cell: (row) => <Mark tone={row.status === "running" ? "step" : "plain"}>{row.status}</Mark> },
  { title: "Due", cell: (row) => row.due_at ? <When at={row.due_at} /> : "–" },
  { title: "Items", cell: (row) => number(row.items_created) },
  { title: "Without a decision", cell: (row) => row.on_unconfirmed },
  { title: "Owner", cell: (row) => <Subject of={row.owner} /> },
];

export function CampaignsPage() {
  const list = useList<Row>(["campaigns"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-reviews/campaigns", { params: { query: { cursor, limit: 50 } } })));
  return (
    <Page title="Campaigns">
      <Section title="Access reviews">
        <ListTable label="Campaigns" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No campaign yet.">A campaign asks reviewers which grants are still needed. Open one by the API.</Empty>} />
      </Section>
    </Page>
  );
}
