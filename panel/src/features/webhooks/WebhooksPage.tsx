import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/webhooks";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { Filters } from "../../ui/Filters";
import { ListPage } from "../../ui/ListPage";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { useList } from "../../ui/useList";
import { continued, filterFault, filtersOf } from "./events";

export type Webhook = Schemas["WebhookView"];

export function WebhookStatus({ of }: { of: Webhook }) {
  if (of.status === "disabled") return <Mark tone="deny">{t.disabledWord}</Mark>;
  return of.failing_since ? <Mark tone="step">{t.failing}</Mark> : <Mark tone="allow">{t.active}</Mark>;
}

function Name({ of }: { of: Webhook }) {
  return <Link to="/webhooks/$webhook" params={{ webhook: of.id }} className="name"><bdi>{of.url}</bdi></Link>;
}

const COLUMNS: Column<Webhook>[] = [
  { title: t.address, cell: (row) => <Name of={row} /> },
  { title: t.events, cell: (row) => <span className="mono">{row.event_filters.join(", ")}</span> },
  { title: t.order, cell: (row) => (row.ordering === "none" ? t.anyOrder : t.inOrder) },
  { title: t.status, cell: (row) => <WebhookStatus of={row} /> },
  { title: t.since, cell: (row) => <When at={row.created_at} /> },
];

export function WebhooksPage() {
  const search = useSearch({ from: "/webhooks" });
  const [made, setMade] = useState<Webhook>();
  const list = useList<Webhook>(["webhooks", search], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks", { params: { query: { "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <ListPage title={t.webhooks} label={t.newWebhook} needs="iam:webhooks.manage"
      form={
        <EntryForm act={t.createWebhook}
          entries={[
            { name: "url", label: t.address, placeholder: "https://example.com/iam", required: true },
            { name: "event_filters", label: t.events, description: t.separateByCommas, placeholder: t.userCreatedGrantCreated, required: true, suggested: continued, fault: filterFault },
            { name: "ordering", label: t.order, choices: [{ value: "none", label: t.anyOrder }, { value: "per_target", label: t.inOrder }] },
          ]}
          run={async ({ url, event_filters, ordering }, key) => {
            const answer = await body(api().POST("/api/iam/v1/webhooks", {
              params: { header: once(key) }, body: { url, event_filters: filtersOf(event_filters), ordering: ordering as Webhook["ordering"] },
            }));
            setMade(answer.data);
            return answer.data;
          }}
          named={(made) => <Name of={made} />} />
      }>
      <Secret of={made?.url ?? ""} value={made?.secret} />
      <Section title={t.whereEventsGo}>
        <Filters filters={[{ name: "status", label: t.status, choices: ["active", "disabled"] }]} />
        <ListTable label={t.webhooks} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noWebhookMatches}>{t.createOneGets}</Empty>} />
      </Section>
    </ListPage>
  );
}
