import { api, body, type Schemas } from "../../api/client";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { number } from "../../ui/words";

type Row = Schemas["RecommendationView"];

const COLUMNS: Column<Row>[] = [
  { title: "Finding", cell: (row) => <><strong>{row.type.replaceAll("_", " ")}</strong><div className="quiet">{row.evidence.summary}</div></> },
  { title: "Who", cell: (row) => row.subject ? <Subject of={row.subject} /> : <span className="mono">{row.target}</span> },
  { title: "Severity", cell: (row) => <Mark tone={row.severity === "high" ? "deny" : row.severity === "medium" ? "step" : "plain"}>{row.severity}</Mark> },
  { title: "Proof", cell: (row) => `${number(row.proof.replayed)} decisions replayed, ${number(row.proof.newly_denied)} would be denied` },
  { title: "Found", cell: (row) => <When at={row.created_at} /> },
];

export function RecommendationsPage() {
  const list = useList<Row>(["recommendations"], async (cursor) =>
    body(api().GET("/api/iam/v1/recommendations/least-privilege", { params: { query: { "filter[status]": "open", cursor, limit: 50 } } })));
  return (
    <Page title="Recommendations">
      <Section title="Access that is granted and not used">
        <ListTable label="Recommendations" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No open recommendation.">The daily scan compares grants with their use, and proposes what can go.</Empty>} />
      </Section>
    </Page>
  );
}
