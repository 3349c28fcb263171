import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/webhooks";
import { type Act, Acts, once } from "../../ui/Acts";
import { ListTable } from "../../ui/ListTable";
import { Empty, Note, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { Subject } from "../../ui/Subject";
import type { Many } from "../../ui/Ticks";
import { count, eventWords } from "../../ui/words";
import { type Delivery, DELIVERY_COLUMNS, DeliveryActs, DoneNote, replay } from "./deliveries";
import { useClosed, WebhookLink } from "./WebhookLink";

/** The reason why no dead letter could be replayed. */
async function whyNone(rows: Delivery[], more: boolean): Promise<ReactNode> {
  const { data } = await body(api().GET("/api/iam/v1/webhooks", { params: { query: { "filter[status]": "disabled", limit: 100 } } }));
  const waiting = rows.filter((row) => data.some(({ id }) => id === row.webhook_id)).length;
  return waiting === 0 ? <Note tone="step" title={t.noneSentGone} /> : (
    <Note tone="step" title={t.noneSentWait(count(waiting, t.event, more), waiting === 1 && !more)}>
      <p><Link to="/webhooks" search={{ status: "disabled" }}>{t.activateFirst}</Link></p>
    </Note>
  );
}

const TO_WEBHOOKS = <p>{t.attemptsStandThere} <Link to="/webhooks">{t.webhooks}</Link>.</p>;

const onTicked = (closed: ReadonlySet<string>): Many<Delivery>[] => [{
  act: t.replay, label: t.replayTicked, needs: "iam:webhooks.manage", can: ({ webhook_id }) => !closed.has(webhook_id),
  title: (n) => t.replayEvents(count(n, t.event)), effect: () => t.tickedGoAgain,
  run: (row, choice) => replay(row).run(choice),
  tell: (n) => t.willBeSentAgain(count(n, t.event), ""), more: TO_WEBHOOKS,
  named: (row) => <>{eventWords(row.event_type)}{row.subject && <> <Subject of={row.subject} /></>}</>,
}];

/** Events that no webhook took, and the way to send them again. */
export function DeadLettersPage() {
  const [said, setSaid] = useState<ReactNode>();
  const list = useList<Delivery>(["dead-letters"], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks/dlq", { params: { query: { cursor, limit: 50 } } })));
  const closed = useClosed(list.rows.map(({ webhook_id }) => webhook_id));
  const open = list.hasNextPage || list.rows.some(({ webhook_id }) => !closed.has(webhook_id));
  const all: Act = {
    name: t.replayAll, title: t.replayAllDeadLetters, needs: "iam:webhooks.manage",
    effect: t.eachEventGoesAgain,
    run: async ({ key }) => {
      const { data } = await body(api().POST("/api/iam/v1/webhooks/dlq/replay", { params: { header: once(key) }, body: {} }));
      setSaid(data.replayed > 0
        ? <Note tone="allow" title={t.willBeSentAgain(count(data.replayed, t.event), data.more ? t.thereMoreReplayAgain : "")}>{TO_WEBHOOKS}</Note>
        : await whyNone(list.rows, list.hasNextPage));
    },
  };
  return (
    <Page title={t.deadLetters}>
      <Section title={t.deadLettersLatestFirst} aside={open && <Acts acts={[all]} />}>
        {said && <div style={{ marginBottom: 10 }}>{said}</div>}
        {list.rows.length > 0 && !open && <p className="quiet" style={{ marginTop: 0 }}>{t.allClosed}</p>}
        <ListTable label={t.deadLetters} list={list} id={(row) => row.id} many={onTicked(closed)}
          columns={[
            ...DELIVERY_COLUMNS,
            { title: t.webhook, cell: (row) => <WebhookLink of={row.webhook_id} /> },
            { title: t.deadLetterSince, cell: (row) => row.finished_at ? <When at={row.finished_at} /> : "–" },
            { title: t.act, cell: (row) => <DeliveryActs of={row} label={eventWords(row.event_type)} say={(done) => setSaid(<DoneNote of={done} webhook={row.webhook_id} event={eventWords(row.event_type)} />)} /> },
          ]}
          empty={<Empty title={t.noDeadLetter}>{t.eventComesHere} <Link to="/webhooks">{t.webhooks}</Link>.</Empty>} />
      </Section>
    </Page>
  );
}
