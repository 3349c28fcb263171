import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { eventWords, exact } from "../../ui/words";
import { ExportChain } from "./ExportChain";
import { reference } from "./reference";
import { VerifyChain } from "./VerifyChain";

type Row = Schemas["AuditEventView"];

export function Risk({ of }: { of: string }) {
  return <Mark tone={of === "critical" ? "deny" : of === "high" ? "step" : "plain"}>{of}</Mark>;
}

const COLUMNS: Column<Row>[] = [
  { title: "Record", cell: (row) => row.seq },
  { title: "When", cell: (row) => <When at={row.occurred_at} /> },
  { title: "Event", cell: (row) => <Link to="/audit/$event" params={{ event: row.id }} title={row.event_type}>{eventWords(row.event_type)}</Link> },
  { title: "By", cell: (row) => <Subject of={reference(row.actor)} /> },
  { title: "On", cell: (row) => <Subject of={reference(row.target)} /> },
  { title: "Risk", cell: (row) => <Risk of={row.risk_level} /> },
];

export function AuditPage() {
  const search = useSearch({ from: "/audit" });
  const navigate = useNavigate();
  const list = useList<Row>(["audit", search], async (cursor) =>
    body(api().GET("/api/iam/v1/audit/events", { params: { query: { ...search, cursor, limit: 50 } } })));
  return (
    <Page title="Audit">
      <VerifyChain />
      <ExportChain />
      <Section title="Records">
        <Filters
          key={JSON.stringify(search)}
          values={search}
          onChange={(values) => void navigate({ to: "/audit", search: { ...search, ...values } })}
          filters={[
            { name: "type", label: "Event begins with", placeholder: "iam.grant." },
            { name: "actor", label: "By", placeholder: "name, or user:ann", subject: true },
            { name: "target", label: "On", placeholder: "name, or user:ann", subject: true },
          ]}
        />
        {search.from && (
          <p className="quiet">From {exact(search.from)} <Link to="/audit" search={{ ...search, from: undefined }}>Show all times</Link></p>
        )}
        <ListTable label="Audit records" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No record matches.">Change the filters. Every change of access leaves a record here.</Empty>} />
      </Section>
    </Page>
  );
}
