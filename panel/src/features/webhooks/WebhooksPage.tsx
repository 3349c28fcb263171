import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { useList } from "../../ui/useList";
import { several } from "../../ui/words";

export type Webhook = Schemas["WebhookView"];

export function WebhookStatus({ of }: { of: Webhook }) {
  if (of.status === "disabled") return <Mark tone="deny">disabled</Mark>;
  return of.failing_since ? <Mark tone="step">failing</Mark> : <Mark tone="allow">active</Mark>;
}

const COLUMNS: Column<Webhook>[] = [
  { title: "Address", cell: (row) => <Link to="/webhooks/$webhook" params={{ webhook: row.id }} className="name"><bdi>{row.url}</bdi></Link> },
  { title: "Events", cell: (row) => <span className="mono">{row.event_filters.join(", ")}</span> },
  { title: "Order", cell: (row) => (row.ordering === "none" ? "any" : "by target") },
  { title: "Status", cell: (row) => <WebhookStatus of={row} /> },
  { title: "Since", cell: (row) => <When at={row.created_at} /> },
];

export function WebhooksPage() {
  const search = useSearch({ from: "/webhooks" });
  const navigate = useNavigate();
  const [made, setMade] = useState<Webhook>();
  const list = useList<Webhook>(["webhooks", search], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks", { params: { query: { "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title="Webhooks">
      <Secret of={made?.url ?? ""} value={made?.secret} />
      <May needs="iam:webhooks.manage">
        <Section title="New webhook">
          <EntryForm act="Create webhook"
            entries={[
              { name: "url", label: "Address", placeholder: "https://hooks.example.com/iam", required: true },
              { name: "events", label: "Events, by comma", placeholder: "iam.user.*, iam.grant.created", required: true },
              { name: "ordering", label: "Order", choices: [{ value: "none", label: "any" }, { value: "per_target", label: "by target" }] },
            ]}
            run={async ({ url, events, ordering }, key) => {
              const answer = await body(api().POST("/api/iam/v1/webhooks", {
                params: { header: once(key) }, body: { url, event_filters: several(events), ordering: ordering as Webhook["ordering"] },
              }));
              setMade(answer.data);
            }} />
        </Section>
      </May>
      <Section title="Where events go">
        <Filters key={JSON.stringify(search)} values={search} onChange={(values) => void navigate({ to: "/webhooks", search: values })}
          filters={[{ name: "status", label: "Status", choices: ["active", "disabled"] }]} />
        <ListTable label="Webhooks" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No webhook matches.">Create one above: it gets each event of the types that you name.</Empty>} />
      </Section>
    </Page>
  );
}
