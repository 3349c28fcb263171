import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { type Choice, Confirm } from "../../ui/Confirm";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, number } from "../../ui/words";

type Row = Schemas["RecommendationView"];

interface Act {
  row: Row;
  is: "accept" | "dismiss";
}

/** Access that is not used, with the proof that it can go. */
export function RecommendationsPage() {
  const queries = useQueryClient();
  const [act, setAct] = useState<Act>();
  const list = useList<Row>(["recommendations"], async (cursor) =>
    body(api().GET("/api/iam/v1/recommendations/least-privilege", { params: { query: { "filter[status]": "open", cursor, limit: 50 } } })));
  const columns: Column<Row>[] = [
    { title: "Finding", cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.evidence.summary}</div></> },
    { title: "Who", cell: (row) => row.subject ? <Subject of={row.subject} /> : <span className="mono">{row.target}</span> },
    { title: "Severity", cell: (row) => <Mark tone={row.severity === "high" ? "deny" : row.severity === "medium" ? "step" : "plain"}>{row.severity}</Mark> },
    { title: "Proof", cell: (row) => `${number(row.proof.replayed)} decisions replayed, ${number(row.proof.newly_denied)} would be denied` },
    { title: "Found", cell: (row) => <When at={row.created_at} /> },
    { title: "Decide", cell: (row) => (
      <div style={{ display: "flex", gap: 6 }}>
        <Button size="compact-xs" variant="default" onClick={() => setAct({ row, is: "accept" })}>Accept…</Button>
        <Button size="compact-xs" variant="default" onClick={() => setAct({ row, is: "dismiss" })}>Dismiss…</Button>
      </div>
    ) },
  ];
  const decide = async ({ row, is }: Act, { note, key }: Choice) => {
    const params = { path: { recommendation: row.id }, header: { "Idempotency-Key": key } };
    if (is === "accept") await api().POST("/api/iam/v1/recommendations/least-privilege/{recommendation}/accept", { params });
    else await api().POST("/api/iam/v1/recommendations/least-privilege/{recommendation}/dismiss", { params, body: { reason: note } });
    await queries.invalidateQueries({ queryKey: ["recommendations"] });
  };
  return (
    <Page title="Recommendations">
      <Section title="Access that is granted and not used">
        <ListTable label="Recommendations" list={list} columns={columns} id={(row) => row.id}
          empty={<Empty title="No open recommendation.">The daily scan compares grants with their use, and proposes what can go.</Empty>} />
      </Section>
      {act && (
        <Confirm key={act.row.id + act.is} title={act.is === "accept" ? "Accept this recommendation?" : "Dismiss this recommendation?"}
          act={act.is === "accept" ? "Accept" : "Dismiss"} destructive={act.is === "accept"}
          note={act.is === "dismiss" ? { label: "Reason", required: true } : undefined}
          onClose={() => setAct(undefined)} onConfirm={(choice) => decide(act, choice)}>
          {act.is === "accept" ? effect(act.row) : "Nothing changes. The finding does not come back while its grants stay as they are."}
        </Confirm>
      )}
    </Page>
  );
}

/** The effect of accepting, in words. */
function effect({ change, proof }: Row): string {
  const parts = [
    change.revoke.length > 0 && `${count(change.revoke.length, "grant")} ${change.revoke.length === 1 ? "is" : "are"} revoked`,
    change.roles.length > 0 && `${count(change.roles.length, "smaller role")} ${change.roles.length === 1 ? "is" : "are"} made`,
    change.grants.length > 0 && `${count(change.grants.length, "grant")} ${change.grants.length === 1 ? "takes" : "take"} their place`,
  ].filter(Boolean);
  return `At once ${parts.join(", ")}. Of ${count(proof.replayed, "recorded decision")} ${number(proof.newly_denied)} would have been denied.`;
}
