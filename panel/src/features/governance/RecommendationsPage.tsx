import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/governance";
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
    { title: t.finding, cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.evidence.summary}</div></> },
    { title: t.who, cell: (row) => row.subject ? <Subject of={row.subject} /> : <span className="mono">{row.target}</span> },
    { title: t.severity, cell: (row) => <Mark tone={row.severity === "high" ? "deny" : row.severity === "medium" ? "step" : "plain"}>{row.severity}</Mark> },
    { title: t.proof, cell: (row) => t.decisionsReplayedWouldBe(number(row.proof.replayed), number(row.proof.newly_denied)) },
    { title: t.found, cell: (row) => <When at={row.created_at} /> },
    { title: t.decide, cell: (row) => (
      <div style={{ display: "flex", gap: 6 }}>
        <Button size="compact-xs" variant="default" onClick={() => setAct({ row, is: "accept" })}>{t.acceptDots}</Button>
        <Button size="compact-xs" variant="default" onClick={() => setAct({ row, is: "dismiss" })}>{t.dismissDots}</Button>
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
    <Page title={t.recommendations}>
      <Section title={t.accessGrantedNotUsed}>
        <ListTable label={t.recommendations} list={list} columns={columns} id={(row) => row.id}
          empty={<Empty title={t.noOpenRecommendation}>{t.dailyScanComparesGrants}</Empty>} />
      </Section>
      {act && (
        <Confirm key={act.row.id + act.is} title={act.is === "accept" ? t.acceptRecommendation : t.dismissRecommendation}
          act={act.is === "accept" ? t.accept : t.dismiss} destructive={act.is === "accept"}
          note={act.is === "dismiss" ? { label: t.reason, required: true } : undefined}
          onClose={() => setAct(undefined)} onConfirm={(choice) => decide(act, choice)}>
          {act.is === "accept" ? effect(act.row) : t.nothingChangesFindingDoes}
        </Confirm>
      )}
    </Page>
  );
}

/** The effect of accepting, in words. */
function effect({ change, proof }: Row): string {
  const parts = [
    change.revoke.length > 0 && `${count(change.revoke.length, t.grant)} ${change.revoke.length === 1 ? "is" : "are"} revoked`,
    change.roles.length > 0 && `${count(change.roles.length, t.smallerRole)} ${change.roles.length === 1 ? "is" : "are"} made`,
    change.grants.length > 0 && t.theirPlace(count(change.grants.length, t.grant), change.grants.length === 1 ? "takes" : "take"),
  ].filter(Boolean);
  return t.atOnceWouldHave(parts.join(", "), count(proof.replayed, t.recordedDecision), number(proof.newly_denied));
}
