import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { t } from "../../strings/webhooks";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useRead } from "../../ui/useRead";
import { eventWords, number } from "../../ui/words";
import { type Delivery, DeliveryActs, DeliveryStatus, type Done, DoneNote, isMoving, MOST_TRIES } from "./deliveries";
import { WebhookLink } from "./WebhookLink";

/** One event on its way to one webhook: its attempts, and the text that is sent. */
export function DeliveryPage() {
  const { delivery } = useParams({ from: "/deliveries/$delivery" });
  const { data, error, refetch } = useRead(["delivery", delivery], () =>
    api().GET("/api/iam/v1/webhooks/deliveries/{delivery}", { params: { path: { delivery } } }));
  const it = data?.it;
  const [said, setSaid] = useState<Done>();
  return (
    <Page title={it ? t.delivery(eventWords(it.event_type)) : t.deliveryTitle} aside={it && it.status !== "dead"
      ? <Link to="/webhooks/$webhook" params={{ webhook: it.webhook_id }}>{t.allDeliveries}</Link>
      : <Link to="/dead-letters">{t.allDeadLetters}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {it && (
        <>
          {said && <DoneNote of={said} webhook={it.webhook_id} />}
          <Section title={t.deliveryTitle} aside={<DeliveryActs of={it} say={setSaid} />}>
            <dl className="facts">
              <dt>{t.status}</dt><dd><DeliveryStatus of={it.status} /></dd>
              <dt>{t.eventTitle}</dt><dd className="mono">{it.event_type}</dd>
              <dt>{t.eventId}</dt><dd className="mono">{it.event_id ?? "–"}</dd>
              <dt>{t.object}</dt><dd>{it.subject ? <Subject of={it.subject} whole /> : "–"}</dd>
              <dt>{t.webhook}</dt><dd><WebhookLink of={it.webhook_id} /></dd>
              <dt>{t.attempts}</dt><dd>{number(it.tries)} {(it.attempts?.length ?? 0) > it.tries && t.sinceReplay}{isMoving(it) && <>, {t.deadLetterAfter(number(MOST_TRIES))}</>}</dd>
              <dt>{t.nextAttempt}</dt><dd>{!it.next_attempt_at ? "–" : Date.parse(it.next_attempt_at) > Date.now() ? <When at={it.next_attempt_at} /> : t.now}</dd>
              <dt>{t.ended}</dt><dd>{it.finished_at ? <When at={it.finished_at} /> : "–"}</dd>
              <dt>{t.lastError}</dt><dd className="name">{it.last_error ?? "–"}</dd>
            </dl>
          </Section>
          <Section title={t.lastAttempts}><Attempts of={it.attempts ?? []} /></Section>
          <Section title={t.eventAsSent}>
            <pre className="code" tabIndex={0} aria-label={t.eventTitle}>{JSON.stringify(it.payload, null, 2)}</pre>
          </Section>
        </>
      )}
    </Page>
  );
}

function Attempts({ of }: { of: NonNullable<Delivery["attempts"]> }) {
  if (of.length === 0) return <Empty title={t.noAttemptKept} />;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.attempts}>
      <table className="table wide">
        <thead><tr><th scope="col">{t.when}</th><th scope="col">{t.answer}</th><th scope="col">{t.error}</th><th scope="col">{t.lasted}</th></tr></thead>
        <tbody>
          {of.toReversed().map((each) => (
            <tr key={each.at}>
              <td><When at={each.at} /></td>
              <td>{each.status_code ?? t.none}{each.response && <> <span className="mono">{each.response}</span></>}</td>
              <td className="name">{each.error ?? "–"}</td>
              <td>{number(each.duration_ms)} {t.ms}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
