import { Link, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/audit";
import { Filters } from "../../ui/Filters";
import { Holder } from "../../ui/Linked";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { eventWords, exact } from "../../ui/words";
import { ExportChain } from "./ExportChain";
import { GrantsOf } from "./GrantsOf";
import { reference } from "./reference";
import { Matter } from "./Story";
import { typeBeginning, typeWords } from "./types";
import { VerifyChain } from "./VerifyChain";

type Row = Schemas["AuditEventView"];

export function Risk({ of }: { of: string }) {
  return <Mark tone={of === "critical" ? "deny" : of === "high" ? "step" : "plain"}>{of}</Mark>;
}

const COLUMNS: Column<Row>[] = [
  { title: t.record, cell: (row) => row.seq },
  { title: t.when, cell: (row) => <When at={row.occurred_at} /> },
  { title: t.event, cell: (row) => <Link to="/audit/$event" params={{ event: row.id }} title={row.event_type}>{eventWords(row.event_type)}</Link> },
  { title: t.by, cell: (row) => <Holder of={reference(row.actor)} /> },
  { title: t.on, cell: (row) => <Matter of={row} /> },
  { title: t.riskOfSuchEvents, cell: (row) => <Risk of={row.risk_level} /> },
];

export function AuditPage() {
  const search = useSearch({ from: "/audit" });
  const list = useList<Row>(["audit", search], async (cursor) =>
    body(api().GET("/api/iam/v1/audit/events", { params: { query: { ...search, cursor, limit: 50 } } })));
  return (
    <Page title={t.audit}>
      <VerifyChain />
      <ExportChain />
      <Section title={t.records}>
        <Filters filters={[
            { name: "type", label: t.eventBeginsWith, placeholder: t.grantCreated, meant: typeBeginning, shown: typeWords, fault: t.noEventBegins },
            { name: "actor", label: t.by, placeholder: t.nameOrUserAnn, subject: true },
            { name: "target", label: t.on, placeholder: t.nameOrUserAnn, subject: true },
          ]}
        />
        {search.from && (
          <p className="quiet">{t.from} {exact(search.from)} <Link to="/audit" search={{ ...search, from: undefined }}>{t.showAllTimes}</Link></p>
        )}
        {search.target && <GrantsOf subject={search.target} />}
        <ListTable label={t.auditRecords} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noRecordMatches}>{t.changeFiltersEveryChange}</Empty>} />
      </Section>
    </Page>
  );
}
