import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/webhooks";
import { type Act, Acts, once } from "../../ui/Acts";
import { ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { count, eventWords } from "../../ui/words";
import { type Delivery, DELIVERY_COLUMNS, deliveryActs } from "./deliveries";
import { WebhookLink } from "./WebhookLink";

/** The reason why no dead letter could be replayed. */
async function whyNone(rows: Delivery[], more: boolean): Promise<ReactNode> {
  const { data } = await body(api().GET("/api/iam/v1/webhooks", { params: { query: { "filter[status]": "disabled", limit: 100 } } }));
  const waiting = rows.filter((row) => data.some(({ id }) => id === row.webhook_id)).length;
  return waiting === 0 ? t.noneSentGone
    : <>{t.noneSentWait(count(waiting, t.event, more), waiting === 1 && !more)} <Link to="/webhooks" search={{ status: "disabled" }}>{t.activateFirst}</Link></>;
}

/** Events that no webhook took, and the way to send them again. */
export function DeadLettersPage() {
  const [said, setSaid] = useState<ReactNode>();
  const list = useList<Delivery>(["dead-letters"], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks/dlq", { params: { query: { cursor, limit: 50 } } })));
  const all: Act = {
    name: t.replayAll, title: t.replayAllDeadLetters, needs: "iam:webhooks.manage",
    effect: t.eachEventGoesAgain,
    run: async ({ key }) => {
      const { data } = await body(api().POST("/api/iam/v1/webhooks/dlq/replay", { params: { header: once(key) }, body: {} }));
      setSaid(data.replayed > 0
        ? t.willBeSentAgain(count(data.replayed, t.event), data.more ? t.thereMoreReplayAgain : "")
        : await whyNone(list.rows, list.hasNextPage));
    },
  };
  const acts = (row: Delivery) => deliveryActs(row).map((act) => ({
    ...act,
    run: async (choice: Parameters<Act["run"]>[0]) => {
      await act.run(choice);
      setSaid(t.eventWith(eventWords(row.event_type), act.destructive ? t.deleted : t.willBeSentAgainWord));
    },
  }));
  return (
    <Page title={t.deadLetters}>
      <Section title={t.eventsWereNotDelivered} aside={list.rows.length > 0 && <Acts acts={[all]} />}>
        <p role="status" className="quiet" style={{ margin: said ? "0 0 8px" : 0 }}>{said}</p>
        <ListTable label={t.deadLetters} list={list} id={(row) => row.id}
          columns={[
            ...DELIVERY_COLUMNS,
            { title: t.webhook, cell: (row) => <WebhookLink of={row.webhook_id} /> },
            { title: t.givenUp, cell: (row) => row.finished_at ? <When at={row.finished_at} /> : "–" },
            { title: t.act, cell: (row) => <Acts of={eventWords(row.event_type)} acts={acts(row)} /> },
          ]}
          empty={<Empty title={t.noDeadLetter}>{t.eventComesHere} <Link to="/webhooks">{t.webhooks}</Link>.</Empty>} />
      </Section>
    </Page>
  );
}
