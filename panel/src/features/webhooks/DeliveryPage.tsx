import { Link, useParams } from "@tanstack/react-router";
import { api } from "../../api/client";
import { Acts } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useRead } from "../../ui/useRead";
import { eventWords, number } from "../../ui/words";
import { type Delivery, DeliveryStatus, deliveryActs } from "./deliveries";
import { WebhookLink } from "./WebhookLink";

/** One event on its way to one webhook: its attempts, and the text that is sent. */
export function DeliveryPage() {
  const { delivery } = useParams({ from: "/deliveries/$delivery" });
  const { data, error, refetch } = useRead(["delivery", delivery], () =>
    api().GET("/api/iam/v1/webhooks/deliveries/{delivery}", { params: { path: { delivery } } }));
  const it = data?.it;
  return (
    <Page title={it ? `Delivery: ${eventWords(it.event_type)}` : "Delivery"} aside={<Link to="/dead-letters">All dead letters</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {it && (
        <>
          <Section title="Delivery" aside={<Acts acts={deliveryActs(it)} />}>
            <dl className="facts">
              <dt>Status</dt><dd><DeliveryStatus of={it.status} /></dd>
              <dt>Event</dt><dd className="mono">{it.event_type}</dd>
              <dt>Event id</dt><dd className="mono">{it.event_id ?? "–"}</dd>
              <dt>Webhook</dt><dd><WebhookLink of={it.webhook_id} /></dd>
              <dt>Attempts</dt><dd>{number(it.tries)}</dd>
              <dt>Next attempt</dt><dd>{it.next_attempt_at ? <When at={it.next_attempt_at} /> : "–"}</dd>
              <dt>Ended</dt><dd>{it.finished_at ? <When at={it.finished_at} /> : "–"}</dd>
              <dt>Last error</dt><dd className="name">{it.last_error ?? "–"}</dd>
            </dl>
          </Section>
          <Section title="Last attempts"><Attempts of={it.attempts ?? []} /></Section>
          <Section title="Event as it is sent">
            <pre className="code" tabIndex={0} aria-label="Event">{JSON.stringify(it.payload, null, 2)}</pre>
          </Section>
        </>
      )}
    </Page>
  );
}

function Attempts({ of }: { of: NonNullable<Delivery["attempts"]> }) {
  if (of.length === 0) return <Empty title="No attempt is kept." />;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Attempts">
      <table className="table wide">
        <thead><tr><th scope="col">When</th><th scope="col">Answer</th><th scope="col">Error</th><th scope="col">Lasted</th></tr></thead>
        <tbody>
          {of.map((each) => (
            <tr key={each.at}>
              <td><When at={each.at} /></td>
              <td>{each.status_code ?? "none"}{each.response && <> <span className="mono">{each.response}</span></>}</td>
              <td className="name">{each.error ?? "–"}</td>
              <td>{number(each.duration_ms)} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
