import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/requests";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Filters } from "../../ui/Filters";
import { Linked } from "../../ui/Linked";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, duration, number } from "../../ui/words";

type Row = Schemas["AccessRequestView"];

const COLUMNS: Column<Row>[] = [
  { title: t.role, cell: (row) => <strong className="mono">{row.role_key}</strong> },
  { title: t.who, cell: (row) => <Subject of={row.requester} /> },
  { title: t.reason, cell: (row) => <span className="name"><bdi>{row.justification ?? "–"}</bdi></span> },
  { title: t.for, cell: (row) => duration(row.duration) },
  { title: t.status, cell: (row) => t.step(row.status.replaceAll("_", " "), number(row.step), number(row.steps)) },
  { title: t.asked, cell: (row) => <When at={row.created_at} /> },
];

/** Requests that wait for you, and your own. */
export function RequestsPage() {
  const search = useSearch({ from: "/requests" });
  const waiting = useList<Row>(["requests"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-requests", { params: { query: { cursor, limit: 50 } } })));
  const mine = useList<Row>(["requests", "mine", search], async (cursor) =>
    body(api().GET("/api/iam/v1/access-requests/mine", { params: { query: { "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title={t.accessRequests}>
      <Section title={t.waitingYourApproval}>
        <ListTable label={t.waitingRequests} list={waiting} id={(row) => row.id}
          columns={[
            ...COLUMNS,
            { title: t.steps, cell: (row) => <Steps of={row.id} /> },
            { title: t.act, cell: (row) => <Acts of={row.role_key} acts={decisions(row)} /> },
          ]}
          empty={<Empty title={t.noRequestWaitsYou}>{t.requestsRolesYouApprove}</Empty>} />
      </Section>
      <Section title={t.yourOwnRequests}>
        <Filters filters={[{ name: "status", label: t.status, choices: STATUSES }]} />
        <ListTable label={t.yourRequests} list={mine} id={(row) => row.id}
          columns={[...COLUMNS, { title: t.act, cell: (row) => row.status === "pending" ? <Acts of={row.role_key} acts={[withdrawal(row)]} /> : "–" }]}
          empty={<Empty title={t.youHaveAskedNothing}>{t.askRoleBelow}</Empty>} />
      </Section>
      <May needs="iam:access_request.use">
        <Section title={t.rolesYouCanAsk}><Catalog /></Section>
      </May>
    </Page>
  );
}

type Requestable = Schemas["RequestableRoleView"];

function Catalog() {
  const list = useList<Requestable>(["requests", "catalog"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-requests/catalog", { params: { query: { cursor, limit: 50 } } })));
  return (
    <ListTable label={t.roles} list={list} id={(row) => row.role_key}
      columns={[
        { title: t.role, cell: (row) => <><strong><bdi>{row.label}</bdi></strong><div className="mono quiet">{row.role_key}</div></> },
        { title: t.approved, cell: (row) => count(row.steps, t.stepWord) },
        { title: t.atMost, cell: (row) => duration(row.max_duration) },
        { title: t.act, cell: (row) => row.pending_request ? t.askedWord : <Acts of={row.role_key} acts={[asking(row)]} /> },
      ]}
      empty={<Empty title={t.noRoleCanBe}>{t.roleNamesApprover} <Linked needs="iam:roles.read" link={(name) => <Link to="/roles">{name}</Link>}>{t.roles}</Linked>.</Empty>} />
  );
}

const asking = (row: Requestable): Act => ({
  name: t.ask, title: t.askRole, note: { label: t.why, required: row.requires_justification },
  effect: <>{t.ifAll} {count(row.steps, t.stepWord)} {t.approveYouHaveRole} <strong className="mono">{row.role_key}</strong> {t.while} {duration(row.max_duration)} {t.atMostEndsBy}</>,
  run: ({ key, note }) => api().POST("/api/iam/v1/access-requests",
    { params: { header: once(key) }, body: { role_key: row.role_key, justification: note || null } }),
});

/** The steps of a request, read when a person opens them. */
function Steps({ of }: { of: string }) {
  const [opened, setOpened] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["requests", of, "steps"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/access-requests/{request}/steps", { params: { path: { request: of } } }))).data,
    enabled: opened,
  });
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t.steps}</summary>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <ol className="steps">
        {data?.map((step) => (
          <li key={step.step}>
            <Subject of={step.approver} />: {step.status}
            {step.decided_by && <> {t.by} <Subject of={step.decided_by} />{step.decided_at && <>, <When at={step.decided_at} /></>}</>}
            {step.note && <>: <bdi>{step.note}</bdi></>}
          </li>
        ))}
      </ol>
    </details>
  );
}

const STATUSES = ["pending", "approved", "rejected", "cancelled", "expired"];

function decisions(row: Row): Act[] {
  const what = <><strong><Subject of={row.requester} /></strong> {t.asksRole} <strong className="mono">{row.role_key}</strong> {t.forWord} {duration(row.duration)}.</>;
  const path = { request: row.id };
  return [
    {
      name: t.approve, title: t.approveRequest, note: { label: t.note },
      effect: <>{what} {row.step >= row.steps ? t.lastStepRoleGranted : t.anotherStepFollowsBefore}</>,
      run: ({ key, note }) => api().POST("/api/iam/v1/access-requests/{request}/approve",
        { params: { path, header: { "Idempotency-Key": key } }, body: { note: note || null } }),
    },
    {
      name: t.reject, title: t.rejectRequest, destructive: true, note: { label: t.note },
      effect: <>{what} {t.nothingGrantedRequestEnds}</>,
      run: ({ key, note }) => api().POST("/api/iam/v1/access-requests/{request}/reject",
        { params: { path, header: { "Idempotency-Key": key } }, body: { note: note || null } }),
    },
  ];
}

const withdrawal = (row: Row): Act => ({
  name: t.withdraw, title: t.withdrawYourRequest, destructive: true,
  effect: <>{t.request} <strong className="mono">{row.role_key}</strong> {t.endsYouCanAsk}</>,
  run: ({ key }) => api().POST("/api/iam/v1/access-requests/{request}/cancel",
    { params: { path: { request: row.id }, header: { "Idempotency-Key": key } } }),
});
