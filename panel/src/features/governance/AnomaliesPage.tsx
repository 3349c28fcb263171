import { Link } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/governance";
import { type Act, Acts, once } from "../../ui/Acts";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Row = Schemas["AnomalyView"];

const COLUMNS: Column<Row>[] = [
  { title: t.signal, cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.reasons.join("; ")}</div></> },
  { title: t.who, cell: (row) => <Subject of={row.subject} /> },
  { title: t.score, cell: (row) => row.score.toFixed(2) },
  { title: t.seen, cell: (row) => <When at={row.seen_at} /> },
  { title: t.decisions, cell: (row) => <Link to="/decisions" search={searchOf(row)}>{t.seeDecisions}</Link> },
  { title: t.verdict, cell: (row) => <Acts acts={verdicts(row)} /> },
];

/** The filters of the decisions before a signal, as the service names them in an address of its own. */
function searchOf({ decisions }: Row) {
  const { subject, outcome, from, to } = Object.fromEntries(new URLSearchParams(decisions.split("?")[1]));
  return { subject, outcome, from, to };
}

export function AnomaliesPage() {
  const list = useList<Row>(["anomalies"], async (cursor) =>
    body(api().GET("/api/iam/v1/anomalies", { params: { query: { "filter[status]": "open", cursor, limit: 50 } } })));
  return (
    <Page title={t.anomalies}>
      <Section title={t.unusualUse}>
        <ListTable label={t.anomalies} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noOpenAnomaly}>{t.scanLooksAtDecision}</Empty>} />
      </Section>
    </Page>
  );
}

function verdicts(row: Row): Act[] {
  const act = (verdict: Schemas["ResolveAnomalyRequest"]["verdict"], name: string, title: string): Act => ({
    name, title, needs: "iam:anomaly.manage", note: { label: t.note }, effect: t.verdictRecordedChangesNo,
    run: ({ key, note }) => api().POST("/api/iam/v1/anomalies/{anomaly}/resolve",
      { params: { path: { anomaly: row.id }, header: once(key) }, body: { verdict, note: note || undefined } }),
  });
  return [act("confirmed", t.misuse, t.misuseOrMistake), act("expected", t.expected, t.unusualAndRight), act("false_alarm", t.falseAlarm, t.nothingUnusual)];
}
