import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/audit";
import { Acts } from "../../ui/Acts";
import { type Column, ListTable } from "../../ui/ListTable";
import { Copy, Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { number } from "../../ui/words";
import { signing } from "./signing";

type Row = Schemas["CheckpointView"];

const COLUMNS: Column<Row>[] = [
  { title: t.coversRecords, cell: (row) => t.n1(number(row.size)) },
  { title: t.root, cell: (row) => <span className="mono">{row.root}</span> },
  { title: t.signed, cell: (row) => <When at={row.created_at} /> },
  { title: t.note, cell: (row) => <Copy text={row.note} label={t.copyNote} /> },
];

/** Signed checkpoints of the chain; one that is kept elsewhere shows that nothing before it changed. */
export function CheckpointsPage() {
  const list = useList<Row>(["checkpoints"], async (cursor) =>
    body(api().GET("/api/iam/v1/audit/checkpoints", { params: { query: { cursor, limit: 50 } } })));
  return (
    <Page title={t.checkpoints}>
      <Section title={t.signaturesOverChainOldest} aside={<Acts acts={[signing()]} />}>
        <p className="quiet" style={{ margin: "0 0 10px" }}>{t.noteIsSignedText}</p>
        <ListTable label={t.checkpoints} list={list} columns={COLUMNS} id={(row) => String(row.size)}
          empty={<Empty title={t.noCheckpointYet}>{t.signOneKeepIts}</Empty>} />
      </Section>
    </Page>
  );
}
