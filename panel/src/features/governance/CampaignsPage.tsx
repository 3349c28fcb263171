import { Link, useNavigate } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/governance";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { ListPage } from "../../ui/ListPage";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { subjectFault } from "../../ui/subjects";
import { useList } from "../../ui/useList";
import { number, several } from "../../ui/words";

type Row = Schemas["CampaignView"];

const COLUMNS: Column<Row>[] = [
  { title: t.campaign, cell: (row) => <Link to="/campaigns/$campaign" params={{ campaign: row.id }} className="name"><bdi>{row.name}</bdi></Link> },
  { title: t.status, cell: (row) => <Mark tone="plain">{row.status}</Mark> },
  { title: t.due, cell: (row) => row.due_at ? <When at={row.due_at} /> : "–" },
  { title: t.items, cell: (row) => number(row.items_created) },
  { title: t.withoutDecision, cell: (row) => row.on_unconfirmed },
  { title: t.owner, cell: (row) => <Subject of={row.owner} /> },
];

export function CampaignsPage() {
  const list = useList<Row>(["campaigns"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-reviews/campaigns", { params: { query: { cursor, limit: 50 } } })));
  return (
    <ListPage title={t.campaigns} label={t.newCampaign} needs="iam:access_review.manage" form={<NewCampaign />}>
      <Section title={t.accessReviews}>
        <ListTable label={t.campaigns} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noCampaignYet}>{t.campaignAsksReviewersWhich}</Empty>} />
      </Section>
    </ListPage>
  );
}

/** Prepares a campaign, which asks nobody before it is opened on its page. */
function NewCampaign() {
  const navigate = useNavigate();
  return (
    <EntryForm act={t.prepareCampaign}
      entries={[
        { name: "name", label: t.name, placeholder: t.warehouseAutumn, required: true },
        { name: "scope_json", label: t.applications, description: t.separateEmptyAll, placeholder: t.warehouse },
        { name: "reviewer", label: t.reviewer, placeholder: t.nameOrUserAnn, required: true, subject: true, fault: subjectFault },
        { name: "due_at", label: t.due, required: true, date: true },
        { name: "on_unconfirmed", label: t.withoutDecision, choices: [
          { value: "keep", label: t.keepGrant }, { value: "suspend", label: t.suspendGrant }, { value: "revoke", label: t.revokeGrant },
        ] },
      ]}
      run={async ({ name, scope_json: applications, reviewer, due_at: due, on_unconfirmed: unconfirmed }, key) => {
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
  );
}
