import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/webhooks";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { ListTable } from "../../ui/ListTable";
import { Empty, Note, Page, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { activation, type Delivery, DELIVERY_COLUMNS, DeliveryStatus, isMoving, LastError } from "./deliveries";
import { lastErrorOf } from "./errors";
import { filtersOf, filterWords } from "./events";
import { type Webhook, WebhookStatus } from "./WebhooksPage";

/** One webhook, its acts and its deliveries. */
export function WebhookPage() {
  const { webhook } = useParams({ from: "/webhooks/$webhook" });
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const [said, setSaid] = useState<Said>();
  const path = { webhook };
  const { data, error, refetch } = useRead(["webhook", webhook], () => api().GET("/api/iam/v1/webhooks/{webhook}", { params: { path } }));
  const list = useList<Delivery>(["deliveries", webhook], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks/{webhook}/deliveries", { params: { path, query: { cursor, limit: 50 } } })), isMoving);
  const it = data?.it;
  return (
    <Page title={it ? it.url : t.webhook} aside={<Link to="/webhooks">{t.allWebhooks}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Secret of={it?.url ?? ""} value={secret} />
      {it && (
        <>
          {said && <Note tone={said === "activated" && it.failing_since ? "step" : "allow"} title={wordsOf(said, it)} />}
          {it.disabled_reason && <Note tone="step" title={t.disabled}><p>{it.disabled_reason}</p></Note>}
          <Section title={t.webhook} aside={<Acts acts={acts(it, data.revision, lastErrorOf(list.rows), setSecret, setSaid, () => void navigate({ to: "/webhooks" }))} />}>
            <dl className="facts">
              <dt>{t.status}</dt><dd><WebhookStatus of={it} /></dd>
              <dt>{t.failingSince}</dt><dd>{it.failing_since ? <><When at={it.failing_since} />. <span className="quiet">{t.noneTakenSince}</span></> : "–"}</dd>
              <dt>{t.events}</dt><dd className="mono">{it.event_filters.join(", ")}</dd>
              <dt>{t.order}</dt><dd>{it.ordering === "none" ? t.anyOrder : t.inOrder}</dd>
              <dt>{t.formerSecretEnds}</dt><dd>{it.previous_secret_expires_at ? <When at={it.previous_secret_expires_at} /> : "–"}</dd>
              <dt>{t.id}</dt><dd className="mono">{it.id}</dd>
              <dt>{t.since}</dt><dd><When at={it.created_at} /></dd>
            </dl>
          </Section>
          <Section title={t.deliveriesLatestFirst} aside={list.rows.some(({ status }) => status === "dead") && <Link to="/dead-letters">{t.allDeadLetters}</Link>}>
            <ListTable label={t.deliveries} list={list} id={(row) => row.id}
              columns={[
                ...DELIVERY_COLUMNS,
                { title: t.status, cell: (row) => <DeliveryStatus of={row.status} /> },
                { title: t.since, cell: (row) => <When at={row.created_at} /> },
              ]}
              empty={<Empty title={t.nothingDeliveredYet}>{t.sendTestEventSee}</Empty>} />
          </Section>
        </>
      )}
    </Page>
  );
}

/** The acts whose result the page does not show by itself. */
type Said = "tested" | "moved" | "activated";

/** The words after an act, as long as they agree with the state of the webhook. */
function wordsOf(said: Said, { failing_since, status }: Webhook): string {
  if (said === "tested") return t.testQueued;
  if (said === "moved") return status === "active" ? t.moved : t.movedDisabled;
  return failing_since ? t.activatedFailing : t.activated;
}

function acts(it: Webhook, revision: string | undefined, error: string | undefined, show: (secret?: string) => void, say: (words?: Said) => void, leave: () => void): Act[] {
  const path = { webhook: it.id };
  const params = (key: string) => ({ path, header: once(key, revision) });
  const change = (body: { status?: Webhook["status"]; url?: string; event_filters?: string[] }, key: string) =>
    api().PATCH("/api/iam/v1/webhooks/{webhook}", { params: params(key), body });
  const active = it.status === "active";
  const activate = activation(it.id, revision, <LastError is={error} />);
  return [
    {
      name: t.sendTest, title: t.sendTestEvent, needs: "iam:webhooks.manage", effect: t.eventIamWebhookTested,
      run: async ({ key }) => {
        await api().POST("/api/iam/v1/webhooks/{webhook}/test", { params: { path, header: once(key) } });
        say("tested");
      },
    },
    {
      name: t.changeAddress, title: t.changeAddressQuestion, needs: "iam:webhooks.manage",
      note: { label: t.address, description: t.addressRule, required: true, first: it.url, member: "url" },
      effect: t.fromNowGoesThere,
      run: async ({ key, note }) => {
        await change({ url: note }, key);
        say("moved");
      },
    },
    {
      name: t.changeEvents, title: t.changeEventsQuestion, needs: "iam:webhooks.manage", note: { label: t.events, description: t.separateByCommas, required: true, first: it.event_filters.map(filterWords).join(", "), member: "event_filters" },
      effect: t.fromNowGetsEvents,
      run: ({ key, note }) => change({ event_filters: filtersOf(note) }, key),
    },
    {
      name: t.newSecret, title: t.makeNewSecret, needs: "iam:webhooks.manage",
      effect: t.bothSecretsSignDay,
      run: async ({ key }) => show((await body(api().POST("/api/iam/v1/webhooks/{webhook}/rotate-secret", { params: params(key), body: {} }))).data.secret),
    },
    active ? {
      name: t.disable, title: t.disableWebhook, needs: "iam:webhooks.manage", destructive: true,
      effect: t.getsNoEventUntil,
      run: async ({ key }) => {
        await change({ status: "disabled" }, key);
        say(undefined);
      },
    } : {
      name: t.activate, ...activate,
      run: async (choice) => {
        await activate.run(choice);
        say("activated");
      },
    },
    {
      name: t.delete, title: t.deleteWebhook, needs: "iam:webhooks.manage", destructive: true,
      effect: t.getsNoEventAny,
      run: async ({ key }) => {
        await api().DELETE("/api/iam/v1/webhooks/{webhook}", { params: params(key) });
        leave();
      },
    },
  ];
}
