import { Button, NativeSelect } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/governance";
import { type Choice, Confirm } from "../../ui/Confirm";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Row = Schemas["AnomalyView"];
type Verdict = Schemas["ResolveAnomalyRequest"]["verdict"];

const VERDICTS: { value: Verdict; label: string }[] = [
  { value: "confirmed", label: t.confirmedMisuseOrMistake },
  { value: "expected", label: t.expectedUnusualRight },
  { value: "false_alarm", label: t.falseAlarmNothingUnusual },
];

export function AnomaliesPage() {
  const queries = useQueryClient();
  const [resolving, setResolving] = useState<Row>();
  const [verdict, setVerdict] = useState<Verdict>("expected");
  const list = useList<Row>(["anomalies"], async (cursor) =>
    body(api().GET("/api/iam/v1/anomalies", { params: { query: { "filter[status]": "open", cursor, limit: 50 } } })));
  const columns: Column<Row>[] = [
    { title: t.signal, cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.reasons.join("; ")}</div></> },
    { title: t.who, cell: (row) => <Subject of={row.subject} /> },
    { title: t.score, cell: (row) => row.score.toFixed(2) },
    { title: t.seen, cell: (row) => <When at={row.seen_at} /> },
    { title: t.decide, cell: (row) => <Button size="compact-xs" variant="default" onClick={() => setResolving(row)}>{t.resolveDots}</Button> },
  ];
  const resolve = async (row: Row, { note, key }: Choice) => {
    await api().POST("/api/iam/v1/anomalies/{anomaly}/resolve", {
      params: { path: { anomaly: row.id }, header: { "Idempotency-Key": key } }, body: { verdict, note: note || undefined },
    });
    await queries.invalidateQueries({ queryKey: ["anomalies"] });
  };
  return (
    <Page title={t.anomalies}>
      <Section title={t.unusualUse}>
        <ListTable label={t.anomalies} list={list} columns={columns} id={(row) => row.id}
          empty={<Empty title={t.noOpenAnomaly}>{t.scanLooksAtDecision}</Empty>} />
      </Section>
      {resolving && (
        <Confirm title={t.resolveAnomaly} act={t.resolve} note={{ label: t.note }}
          onClose={() => setResolving(undefined)} onConfirm={(choice) => resolve(resolving, choice)}>
          <p style={{ marginTop: 0 }}>{t.verdictRecordedChangesNo}</p>
          <NativeSelect label={t.verdict} value={verdict} data={VERDICTS} onChange={(event) => setVerdict(event.currentTarget.value as Verdict)} />
        </Confirm>
      )}
    </Page>
  );
}
