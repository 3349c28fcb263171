import { api, body, type Schemas } from "../../api/client";
import { Acts } from "../../ui/Acts";
import { type Column, ListTable } from "../../ui/ListTable";
import { Copy, Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { number } from "../../ui/words";
import { signing } from "./signing";

type Row = Schemas["CheckpointView"];

const COLUMNS: Column<Row>[] = [
  { title: "Covers records", cell: (row) => `1 to ${number(row.size)}` },
  { title: "Root", cell: (row) => <span className="mono">{row.root}</span> },
  { title: "Signed", cell: (row) => <When at={row.created_at} /> },
  { title: "Note", cell: (row) => <Copy text={row.note} label="Copy the note" /> },
];

/** Signed checkpoints of the chain; one that is kept elsewhere shows that nothing before it changed. */
export function CheckpointsPage() {
  const list = useList<Row>(["checkpoints"], async (cursor) =>
    body(api().GET("/api/iam/v1/audit/checkpoints", { params: { query: { cursor, limit: 50 } } })));
  return (
    <Page title="Checkpoints">
      <Section title="Signatures over the chain, the shortest first" aside={<Acts acts={[signing()]} />}>
        <ListTable label="Checkpoints" list={list} columns={COLUMNS} id={(row) => String(row.size)}
          empty={<Empty title="No checkpoint yet.">Sign one, and keep its note apart from this service.</Empty>} />
      </Section>
    </Page>
  );
}
