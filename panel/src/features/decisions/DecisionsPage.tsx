import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, type Tone, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { exact } from "../../ui/words";

type Row = Schemas["DecisionRecordView"];

const TONES: Record<string, Tone> = { allow: "allow", deny: "deny", step_up: "step" };
const WORDS: Record<string, string> = { allow: "Allowed", deny: "Denied", step_up: "Step-up" };

export function OutcomeMark({ of }: { of: string }) {
  return <Mark tone={TONES[of] ?? "plain"}>{WORDS[of] ?? of}</Mark>;
}

const COLUMNS: Column<Row>[] = [
  { title: "When", cell: (row) => <Link to="/decisions/$decision" params={{ decision: row.id }}><When at={row.at} /></Link> },
  { title: "Answer", cell: (row) => <OutcomeMark of={row.outcome} /> },
  { title: "Subject", cell: (row) => row.subject ? <Subject of={row.subject} /> : <span className="quiet">erased</span> },
  { title: "Asked for", cell: (row) => <span className="mono">{row.key ?? "–"}</span> },
  { title: "Resource", cell: (row) => <span className="mono">{row.resource ?? "–"}</span> },
  { title: "Reason", cell: (row) => row.reason_code?.replaceAll("_", " ") ?? "–" },
];

/** The decision log. */
export function DecisionsPage() {
  const search = useSearch({ from: "/decisions" });
  const navigate = useNavigate();
  const list = useList<Row>(["decisions", search], async (cursor) =>
    body(api().GET("/api/iam/v1/decisions", { params: { query: { ...search, cursor, limit: 50 } } })));
  return (
    <Page title="Decisions">
      <Section title="Decision log">
        <p className="quiet" style={{ margin: "0 0 10px" }}>Answers to applications, and about requests to this service, such as those of this panel; filter by a permission to see one kind.</p>
        <Filters
          key={JSON.stringify(search)}
          values={search}
          onChange={(values) => void navigate({ to: "/decisions", search: { ...search, ...values } })}
          filters={[
            { name: "outcome", label: "Answer", choices: ["allow", "deny", "step_up"] },
            { name: "key", label: "Permission", placeholder: "warehouse:stock.read" },
            { name: "subject", label: "Subject", placeholder: "name, or user:ann", subject: true },
          ]}
        />
        {(search.from ?? search.to) && (
          <p className="quiet">
            {search.from && `From ${exact(search.from)}`} {search.to && `to ${exact(search.to)}`}{" "}
            <Link to="/decisions" search={{ ...search, from: undefined, to: undefined }}>Show all times</Link>
          </p>
        )}
        <ListTable label="Decisions" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No such decision is recorded.">Change the filters, or ask a question on the page <Link to="/ask">Ask</Link>.</Empty>} />
      </Section>
    </Page>
  );
}
