import { Link, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/decisions";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, type Tone, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { exact } from "../../ui/words";
import { reason } from "../ask/words";

type Row = Schemas["DecisionRecordView"];

const TONES: Record<string, Tone> = { allow: "allow", deny: "deny", step_up: "step" };
const WORDS: Record<string, string> = t.words;

export function OutcomeMark({ of }: { of: string }) {
  return <Mark tone={TONES[of] ?? "plain"}>{WORDS[of] ?? of}</Mark>;
}

/** The key of the policy, or the name in the question where the policy has none. */
export const askedOf = (row: Row) => row.key || row.asked?.name || "–";

const COLUMNS: Column<Row>[] = [
  { title: t.when, cell: (row) => <Link to="/decisions/$decision" params={{ decision: row.id }}><When at={row.at} /></Link> },
  { title: t.answer, cell: (row) => <OutcomeMark of={row.outcome} /> },
  { title: t.subject, cell: (row) => row.subject ? <Subject of={row.subject} /> : <span className="quiet">{t.erased}</span> },
  { title: t.asked, cell: (row) => <span className="mono">{askedOf(row)}</span> },
  { title: t.resource, cell: (row) => <span className="mono">{row.resource ?? "–"}</span> },
  { title: t.reason, cell: (row) => row.reason_code ? reason(row.reason_code) : "–" },
];

/** The decision log. */
export function DecisionsPage() {
  const search = useSearch({ from: "/decisions" });
  const list = useList<Row>(["decisions", search], async (cursor) =>
    body(api().GET("/api/iam/v1/decisions", { params: { query: { ...search, cursor, limit: 50 } } })));
  return (
    <Page title={t.decisions}>
      <Section title={t.decisionLog}>
        <p className="quiet" style={{ margin: "0 0 10px" }}>{t.answersApplicationsAboutRequests}</p>
        <Filters filters={[
            { name: "outcome", label: t.answer, choices: ["allow", "deny", "step_up"] },
            { name: "key", label: t.permission, placeholder: "warehouse:stock.read" },
            { name: "subject", label: t.subject, placeholder: t.nameOrUserAnn, subject: true },
          ]}
        />
        {search.except_app && <p className="quiet">{t.withoutOwn} <Link to="/decisions" search={{ ...search, except_app: undefined }}>{t.showThemToo}</Link></p>}
        {(search.from ?? search.to) && (
          <p className="quiet">
            {search.from && t.from(exact(search.from))} {search.to && t.to(exact(search.to))}{" "}
            <Link to="/decisions" search={{ ...search, from: undefined, to: undefined }}>{t.showAllTimes}</Link>
          </p>
        )}
        <ListTable label={t.decisions} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noSuchDecisionRecorded}>{t.changeFiltersOrAsk} <Link to="/ask">{t.ask}</Link>.</Empty>} />
      </Section>
    </Page>
  );
}
