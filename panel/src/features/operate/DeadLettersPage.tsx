import { api, body, type Schemas } from "../../api/client";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { short } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { eventWords } from "../../ui/words";

type Row = Schemas["DeliveryView"];

const COLUMNS: Column<Row>[] = [
  { title: "Event", cell: (row) => <span title={row.event_type}>{eventWords(row.event_type)}</span> },
  { title: "Webhook", cell: (row) => <span className="mono" title={row.webhook_id}>{short(row.webhook_id)}</span> },
  { title: "Attempts", cell: (row) => row.tries },
  { title: "Last error", cell: (row) => row.last_error ?? "–" },
  { title: "Given up", cell: (row) => row.finished_at ? <When at={row.finished_at} /> : "–" },
];

export function DeadLettersPage() {
  const list = useList<Row>(["dead-letters"], async (cursor) =>
    body(api().GET("/api/iam/v1/webhooks/dlq", { params: { query: { cursor, limit: 50 } } })));
  return (
    <Page title="Dead letters">
      <Section title="Events that were not delivered">
        <ListTable label="Dead letters" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="Every event was delivered.">A webhook that fails again and again leaves its events here.</Empty>} />
      </Section>
    </Page>
  );
}
