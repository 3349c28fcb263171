import { Button, NativeSelect } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { type Choice, Confirm } from "../../ui/Confirm";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Row = Schemas["AnomalyView"];
type Verdict = Schemas["ResolveAnomalyRequest"]["verdict"];

const VERDICTS: { value: Verdict; label: string }[] = [
  { value: "confirmed", label: "confirmed: it was misuse or a mistake" },
  { value: "expected", label: "expected: unusual, and right" },
  { value: "false_alarm", label: "false alarm: nothing unusual" },
];

export function AnomaliesPage() {
  const queries = useQueryClient();
  const [resolving, setResolving] = useState<Row>();
  const [verdict, setVerdict] = useState<Verdict>("expected");
  const list = useList<Row>(["anomalies"], async (cursor) =>
    body(api().GET("/api/iam/v1/anomalies", { params: { query: { "filter[status]": "open", cursor, limit: 50 } } })));
  const columns: Column<Row>[] = [
    { title: "Signal", cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.reasons.join("; ")}</div></> },
    { title: "Who", cell: (row) => <Subject of={row.subject} /> },
    { title: "Score", cell: (row) => row.score.toFixed(2) },
    { title: "Seen", cell: (row) => <When at={row.seen_at} /> },
    { title: "Decide", cell: (row) => <Button size="compact-xs" variant="default" onClick={() => setResolving(row)}>Resolve…</Button> },
  ];
  const resolve = async (row: Row, { note, key }: Choice) => {
    await api().POST("/api/iam/v1/anomalies/{anomaly}/resolve", {
      params: { path: { anomaly: row.id }, header: { "Idempotency-Key": key } }, body: { verdict, note: note || undefined },
    });
    await queries.invalidateQueries({ queryKey: ["anomalies"] });
  };
  return (
    <Page title="Anomalies">
      <Section title="Unusual use">
        <ListTable label="Anomalies" list={list} columns={columns} id={(row) => row.id}
          empty={<Empty title="No open anomaly.">The scan looks at the decision log every five minutes.</Empty>} />
      </Section>
      {resolving && (
        <Confirm title="Resolve this anomaly?" act="Resolve" note={{ label: "Note" }}
          onClose={() => setResolving(undefined)} onConfirm={(choice) => resolve(resolving, choice)}>
          <p style={{ marginTop: 0 }}>The verdict is recorded. It changes no access: suspend the account or revoke grants yourself.</p>
          <NativeSelect label="Verdict" value={verdict} data={VERDICTS} onChange={(event) => setVerdict(event.currentTarget.value as Verdict)} />
        </Confirm>
      )}
    </Page>
  );
}
