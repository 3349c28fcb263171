import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/governance";
import { type Act, Acts, once } from "../../ui/Acts";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, number } from "../../ui/words";

type Row = Schemas["RecommendationView"];

const COLUMNS: Column<Row>[] = [
  { title: t.finding, cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.evidence.summary}</div></> },
  { title: t.who, cell: (row) => row.subject ? <Subject of={row.subject} /> : <span className="mono">{row.target}</span> },
  { title: t.severity, cell: (row) => <Mark tone={row.severity === "high" ? "deny" : row.severity === "medium" ? "step" : "plain"}>{row.severity}</Mark> },
  { title: t.proof, cell: (row) => t.decisionsReplayedWouldBe(number(row.proof.replayed), number(row.proof.newly_denied)) },
  { title: t.found, cell: (row) => <When at={row.created_at} /> },
  { title: t.decide, cell: (row) => <Acts acts={decisions(row)} /> },
];

/** Access that is not used, with the proof that it can go. */
export function RecommendationsPage() {
  const list = useList<Row>(["recommendations"], async (cursor) =>
    body(api().GET("/api/iam/v1/recommendations/least-privilege", { params: { query: { "filter[status]": "open", cursor, limit: 50 } } })));
  return (
    <Page title={t.recommendations}>
      <Section title={t.accessGrantedNotUsed}>
        <ListTable label={t.recommendations} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noOpenRecommendation}>{t.dailyScanComparesGrants}</Empty>} />
      </Section>
    </Page>
  );
}

function decisions(row: Row): Act[] {
  const params = (key: string) => ({ path: { recommendation: row.id }, header: once(key) });
  return [
    {
      name: t.accept, title: t.acceptRecommendation, needs: "iam:least_privilege.manage", destructive: true, effect: effect(row),
      run: ({ key }) => api().POST("/api/iam/v1/recommendations/least-privilege/{recommendation}/accept", { params: params(key) }),
    },
    {
      name: t.dismiss, title: t.dismissRecommendation, needs: "iam:least_privilege.manage", note: { label: t.reason, required: true }, effect: t.nothingChangesFindingDoes,
      run: ({ key, note }) => api().POST("/api/iam/v1/recommendations/least-privilege/{recommendation}/dismiss", { params: params(key), body: { reason: note } }),
    },
  ];
}

/** The effect of accepting, in words. */
function effect({ change, proof }: Row): string {
  const parts = [
    change.revoke.length > 0 && t.areRevoked(count(change.revoke.length, t.grant), change.revoke.length === 1),
    change.roles.length > 0 && t.areMade(count(change.roles.length, t.smallerRole), change.roles.length === 1),
    change.grants.length > 0 && t.theirPlace(count(change.grants.length, t.grant), change.grants.length === 1),
  ].filter(Boolean);
  return t.atOnceWouldHave(parts.join(", "), count(proof.replayed, t.recordedDecision), number(proof.newly_denied));
}
