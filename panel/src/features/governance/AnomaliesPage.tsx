import { api, body, type Schemas } from "../../api/client";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Row = Schemas["AnomalyView"];

const COLUMNS: Column<Row>[] = [
  { title: "Signal", cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.reasons.join("; ")}</div></> },
  { title: "Who", cell: (row) => <Subject of={row.subject} /> },
  { title: "Score", cell: (row) => row.score.toFixed(2) },
  { title: "Seen", cell: (row) => <When at={row.seen_at} /> },
];

export function AnomaliesPage() {
  const list = useList<Row>(["anomalies"], async (cursor) =>
    body(api().GET("/api/iam/v1/anomalies", { params: { query: { "filter[status]": "open", cursor, limit: 50 } } })));
  return (
    <Page title="Anomalies">
      <Section title="Unusual use">
        <ListTable label="Anomalies" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No open anomaly.">The scan looks at the decision log every five minutes.</Empty>} />
      </Section>
    </Page>
  );
}
