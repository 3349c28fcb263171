import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { Confirm } from "../../ui/Confirm";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { short } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, eventWords } from "../../ui/words";

type Row = Schemas["DeliveryView"];

/** Events that no webhook took, and the way to send them again. */
export function DeadLettersPage() {
  const queries = useQueryClient();
  const [replaying, setReplaying] = useState<Row | "all">();
  const [said, setSaid] = useState("");
  const list = useList<Row>(["dead-letters"], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks/dlq", { params: { query: { cursor, limit: 50 } } })));
  const columns: Column<Row>[] = [
    { title: "Event", cell: (row) => <span title={row.event_type}>{eventWords(row.event_type)}</span> },
    { title: "Webhook", cell: (row) => <span className="mono" title={row.webhook_id}>{short(row.webhook_id)}</span> },
    { title: "Attempts", cell: (row) => row.tries },
    { title: "Last error", cell: (row) => <span className="name">{row.last_error ?? "–"}</span> },
    { title: "Given up", cell: (row) => row.finished_at ? <When at={row.finished_at} /> : "–" },
    { title: "Act", cell: (row) => <Button size="compact-xs" variant="default" onClick={() => setReplaying(row)}>Replay…</Button> },
  ];
  const replay = async (key: string) => {
    const header = { "Idempotency-Key": key };
    if (replaying === "all") {
      const { data } = await body(api().POST("/api/iam/v1/webhooks/dlq/replay", { params: { header }, body: {} }));
      setSaid(`${count(data.replayed, "event")} will be sent again.${data.more ? " There are more: replay again." : ""}`);
    } else if (replaying) {
      await api().POST("/api/iam/v1/webhooks/deliveries/{delivery}/replay", { params: { path: { delivery: replaying.id }, header } });
      setSaid(`The event "${eventWords(replaying.event_type)}" will be sent again.`);
    }
    await queries.invalidateQueries({ queryKey: ["dead-letters"] });
  };
  return (
    <Page title="Dead letters">
      <Section title="Events that were not delivered"
        aside={list.rows.length > 0 && <Button size="compact-sm" variant="default" onClick={() => setReplaying("all")}>Replay all…</Button>}>
        <p role="status" className="quiet" style={{ margin: said ? "0 0 8px" : 0 }}>{said}</p>
        <ListTable label="Dead letters" list={list} columns={columns} id={(row) => row.id}
          empty={<Empty title="Every event was delivered.">A webhook that fails again and again leaves its events here.</Empty>} />
      </Section>
      {replaying && (
        <Confirm title={replaying === "all" ? "Replay all dead letters?" : "Replay this event?"} act="Replay"
          onClose={() => setReplaying(undefined)} onConfirm={({ key }) => replay(key)}>
          {replaying === "all" ? "Each event goes again to its webhook, if the webhook is active." : "The event goes again to its webhook."} Receivers know it by its id, also if they had it before.
        </Confirm>
      )}
    </Page>
  );
}
