import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body } from "../../api/client";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { ListTable } from "../../ui/ListTable";
import { Empty, Note, Page, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { several } from "../../ui/words";
import { type Delivery, DELIVERY_COLUMNS, DeliveryStatus } from "./deliveries";
import { type Webhook, WebhookStatus } from "./WebhooksPage";

/** One webhook, its acts and its deliveries. */
export function WebhookPage() {
  const { webhook } = useParams({ from: "/webhooks/$webhook" });
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const path = { webhook };
  const { data, error, refetch } = useRead(["webhook", webhook], () => api().GET("/api/iam/v1/webhooks/{webhook}", { params: { path } }));
  const list = useList<Delivery>(["deliveries", webhook], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks/{webhook}/deliveries", { params: { path, query: { cursor, limit: 50 } } })));
  const it = data?.it;
  return (
    <Page title={it ? it.url : "Webhook"} aside={<Link to="/webhooks">All webhooks</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Secret of={it?.url ?? ""} value={secret} />
      {it && (
        <>
          {it.disabled_reason && <Note tone="step" title="It is disabled"><p>{it.disabled_reason}</p></Note>}
          <Section title="Webhook" aside={<Acts acts={acts(it, data.revision, setSecret, () => void navigate({ to: "/webhooks" }))} />}>
            <dl className="facts">
              <dt>Status</dt><dd><WebhookStatus of={it} /></dd>
              <dt>Failing since</dt><dd>{it.failing_since ? <When at={it.failing_since} /> : "–"}</dd>
              <dt>Events</dt><dd className="mono">{it.event_filters.join(", ")}</dd>
              <dt>Order</dt><dd>{it.ordering === "none" ? "any" : "by target"}</dd>
              <dt>Former secret ends</dt><dd>{it.previous_secret_expires_at ? <When at={it.previous_secret_expires_at} /> : "–"}</dd>
              <dt>Id</dt><dd className="mono">{it.id}</dd>
              <dt>Since</dt><dd><When at={it.created_at} /></dd>
            </dl>
          </Section>
          <Section title="Deliveries, the latest first">
            <ListTable label="Deliveries" list={list} id={(row) => row.id}
              columns={[
                ...DELIVERY_COLUMNS,
                { title: "Status", cell: (row) => <DeliveryStatus of={row.status} /> },
                { title: "Since", cell: (row) => <When at={row.created_at} /> },
              ]}
              empty={<Empty title="Nothing was delivered yet.">Send a test event to see one.</Empty>} />
          </Section>
        </>
      )}
    </Page>
  );
}

function acts(it: Webhook, revision: string | undefined, show: (secret?: string) => void, leave: () => void): Act[] {
  const path = { webhook: it.id };
  const params = (key: string) => ({ path, header: once(key, revision) });
  const change = (body: { status?: Webhook["status"]; event_filters?: string[] }, key: string) =>
    api().PATCH("/api/iam/v1/webhooks/{webhook}", { params: params(key), body });
  const active = it.status === "active";
  return [
    {
      name: "Send test", title: "Send a test event?", needs: "iam:webhooks.manage", effect: "An event iam.webhook.tested goes to this address, whatever its filters.",
      run: ({ key }) => api().POST("/api/iam/v1/webhooks/{webhook}/test", { params: { path, header: once(key) } }),
    },
    {
      name: "Change events", title: "Change the events?", needs: "iam:webhooks.manage", note: { label: "Events, by comma", required: true, first: it.event_filters.join(", ") },
      effect: "From now on it gets the events of these types. You must be allowed to read each of them.",
      run: ({ key, note }) => change({ event_filters: several(note) }, key),
    },
    {
      name: "New secret", title: "Make a new secret?", needs: "iam:webhooks.manage",
      effect: "Both secrets sign for a day; then the former one ends. The new one is shown once.",
      run: async ({ key }) => show((await body(api().POST("/api/iam/v1/webhooks/{webhook}/rotate-secret", { params: params(key), body: {} }))).data.secret),
    },
    active ? {
      name: "Disable", title: "Disable this webhook?", needs: "iam:webhooks.manage", destructive: true,
      effect: "It gets no event until it is activated. Deliveries that are not finished become dead letters.",
      run: ({ key }) => change({ status: "disabled" }, key),
    } : {
      name: "Activate", title: "Activate this webhook?", needs: "iam:webhooks.manage", effect: "It gets the events from now on. Dead letters are replayed by hand.",
      run: ({ key }) => change({ status: "active" }, key),
    },
    {
      name: "Delete", title: "Delete this webhook?", needs: "iam:webhooks.manage", destructive: true,
      effect: "It gets no event any more, and its secrets are erased. This is final.",
      run: async ({ key }) => {
        await api().DELETE("/api/iam/v1/webhooks/{webhook}", { params: params(key) });
        leave();
      },
    },
  ];
}
