import { Link, useNavigate } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { subjectFault } from "../../ui/subjects";
import { useList } from "../../ui/useList";
import { number, several } from "../../ui/words";

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
      <May needs="iam:access_review.manage"><NewCampaign /></May>
      <Section title="Access reviews">
        <ListTable label="Campaigns" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No campaign yet.">A campaign asks reviewers which grants are still needed. Prepare one above.</Empty>} />
      </Section>
    </Page>
  );
}

/** Prepares a campaign, which asks nobody before it is opened on its page. */
function NewCampaign() {
  const navigate = useNavigate();
  return (
    <Section title="New campaign">
      <EntryForm act="Prepare campaign"
        entries={[
          { name: "name", label: "Name", placeholder: "Warehouse, autumn", required: true },
          { name: "applications", label: "Applications, by comma; empty: all", placeholder: "warehouse" },
          { name: "reviewer", label: "Reviewer", placeholder: "name, or user:ann", required: true, subject: true, fault: subjectFault },
          { name: "due", label: "Due", required: true, date: true },
          { name: "unconfirmed", label: "Without a decision", choices: [
            { value: "keep", label: "keep the grant" }, { value: "suspend", label: "suspend the grant" }, { value: "revoke", label: "revoke the grant" },
          ] },
        ]}
        run={async ({ name, applications, reviewer, due, unconfirmed }, key) => {
          const { data } = await body(api().POST("/api/iam/v1/access-reviews/campaigns", {
            params: { header: once(key) },
            body: {
              name, reviewer, reviewer_strategy: "named", on_unconfirmed: unconfirmed as Row["on_unconfirmed"],
              scope_json: applications ? { application_keys: several(applications) } : null,
              due_at: new Date(`${due}T23:59:59`).toISOString(),
            },
          }));
          await navigate({ to: "/campaigns/$campaign", params: { campaign: data.id } });
        }} />
    </Section>
  );
}
