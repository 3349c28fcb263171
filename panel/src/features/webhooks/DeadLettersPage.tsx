import { useState } from "react";
import { api, body } from "../../api/client";
import { type Act, Acts, once } from "../../ui/Acts";
import { ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { count, eventWords } from "../../ui/words";
import { type Delivery, DELIVERY_COLUMNS, deliveryActs } from "./deliveries";
import { WebhookLink } from "./WebhookLink";

/** Events that no webhook took, and the way to send them again. */
export function DeadLettersPage() {
  const [said, setSaid] = useState("");
  const list = useList<Delivery>(["dead-letters"], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks/dlq", { params: { query: { cursor, limit: 50 } } })));
  const all: Act = {
    name: "Replay all", title: "Replay all dead letters?", needs: "iam:webhooks.manage",
    effect: "Each event goes again to its webhook, if the webhook is active. Receivers know it by its id, also if they had it before.",
    run: async ({ key }) => {
      const { data } = await body(api().POST("/api/iam/v1/webhooks/dlq/replay", { params: { header: once(key) }, body: {} }));
      setSaid(`${count(data.replayed, "event")} will be sent again.${data.more ? " There are more: replay again." : ""}`);
    },
  };
  const acts = (row: Delivery) => deliveryActs(row).map((act) => ({
    ...act,
    run: async (choice: Parameters<Act["run"]>[0]) => {
      await act.run(choice);
      setSaid(`The event "${eventWords(row.event_type)}" ${act.destructive ? "is deleted." : "will be sent again."}`);
    },
  }));
  return (
    <Page title="Dead letters">
      <Section title="Events that were not delivered" aside={list.rows.length > 0 && <Acts acts={[all]} />}>
        <p role="status" className="quiet" style={{ margin: said ? "0 0 8px" : 0 }}>{said}</p>
        <ListTable label="Dead letters" list={list} id={(row) => row.id}
          columns={[
            ...DELIVERY_COLUMNS,
            { title: "Webhook", cell: (row) => <WebhookLink of={row.webhook_id} /> },
            { title: "Given up", cell: (row) => row.finished_at ? <When at={row.finished_at} /> : "–" },
            { title: "Act", cell: (row) => <Acts of={eventWords(row.event_type)} acts={acts(row)} /> },
          ]}
          empty={<Empty title="Every event was delivered.">A webhook that fails again and again leaves its events here.</Empty>} />
      </Section>
    </Page>
  );
}
