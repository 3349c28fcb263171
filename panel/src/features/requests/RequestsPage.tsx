import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, number } from "../../ui/words";

type Row = Schemas["AccessRequestView"];

const COLUMNS: Column<Row>[] = [
  { title: "Role", cell: (row) => <strong className="mono">{row.role_key}</strong> },
  { title: "Who", cell: (row) => <Subject of={row.requester} /> },
  { title: "Reason", cell: (row) => <span className="name"><bdi>{row.justification ?? "–"}</bdi></span> },
  { title: "For", cell: (row) => <span className="mono">{row.duration}</span> },
  { title: "Status", cell: (row) => `${row.status.replaceAll("_", " ")}, step ${number(row.step)} of ${number(row.steps)}` },
  { title: "Asked", cell: (row) => <When at={row.created_at} /> },
];

/** Requests that wait for you, and your own. */
export function RequestsPage() {
  const search = useSearch({ from: "/requests" });
  const navigate = useNavigate();
  const waiting = useList<Row>(["requests"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-requests", { params: { query: { cursor, limit: 50 } } })));
  const mine = useList<Row>(["requests", "mine", search], async (cursor) =>
    body(api().GET("/api/iam/v1/access-requests/mine", { params: { query: { "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title="Access requests">
      <Section title="Waiting for your approval">
        <ListTable label="Waiting requests" list={waiting} id={(row) => row.id}
          columns={[
            ...COLUMNS,
            { title: "Steps", cell: (row) => <Steps of={row.id} /> },
            { title: "Act", cell: (row) => <Acts of={row.role_key} acts={decisions(row)} /> },
          ]}
          empty={<Empty title="No request waits for you.">Requests for roles that you approve appear here.</Empty>} />
      </Section>
      <Section title="Your own requests">
        <Filters key={JSON.stringify(search)} values={search} onChange={(values) => void navigate({ to: "/requests", search: values })}
          filters={[{ name: "status", label: "Status", choices: STATUSES }]} />
        <ListTable label="Your requests" list={mine} id={(row) => row.id}
          columns={[...COLUMNS, { title: "Act", cell: (row) => row.status === "pending" ? <Acts of={row.role_key} acts={[withdrawal(row)]} /> : "–" }]}
          empty={<Empty title="You have asked for nothing.">Ask for a role below.</Empty>} />
      </Section>
      <May needs="iam:access_request.use">
        <Section title="Roles that you can ask for"><Catalog /></Section>
      </May>
    </Page>
  );
}

type Requestable = Schemas["RequestableRoleView"];

function Catalog() {
  const list = useList<Requestable>(["requests", "catalog"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-requests/catalog", { params: { query: { cursor, limit: 50 } } })));
  return (
    <ListTable label="Roles" list={list} id={(row) => row.role_key}
      columns={[
        { title: "Role", cell: (row) => <><strong><bdi>{row.label}</bdi></strong><div className="mono quiet">{row.role_key}</div></> },
        { title: "Approved in", cell: (row) => count(row.steps, "step") },
        { title: "At most for", cell: (row) => <span className="mono">{row.max_duration}</span> },
        { title: "Act", cell: (row) => row.pending_request ? "asked for" : <Acts of={row.role_key} acts={[asking(row)]} /> },
      ]}
      empty={<Empty title="No role can be asked for.">An administrator says of a role that it can.</Empty>} />
  );
}

const asking = (row: Requestable): Act => ({
  name: "Ask for it", title: "Ask for this role?", note: { label: "Why", required: row.requires_justification },
  effect: <>If all {count(row.steps, "step")} approve, you have the role <strong className="mono">{row.role_key}</strong> for a while, {row.max_duration} at most. It ends by itself.</>,
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
      <summary>Steps</summary>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <ol className="steps">
        {data?.map((step) => (
          <li key={step.step}>
            <Subject of={step.approver} />: {step.status}
            {step.decided_by && <> by <Subject of={step.decided_by} />{step.decided_at && <>, <When at={step.decided_at} /></>}</>}
            {step.note && <>: <bdi>{step.note}</bdi></>}
          </li>
        ))}
      </ol>
    </details>
  );
}

const STATUSES = ["pending", "approved", "rejected", "cancelled", "expired"];

function decisions(row: Row): Act[] {
  const what = <><strong><Subject of={row.requester} /></strong> asks for the role <strong className="mono">{row.role_key}</strong> for {row.duration}.</>;
  const path = { request: row.id };
  return [
    {
      name: "Approve", title: "Approve this request?", note: { label: "Note" },
      effect: <>{what} {row.step >= row.steps ? "It is the last step: the role is granted at once, and ends by itself." : "Another step follows before the role is granted."}</>,
      run: ({ key, note }) => api().POST("/api/iam/v1/access-requests/{request}/approve",
        { params: { path, header: { "Idempotency-Key": key } }, body: { note: note || null } }),
    },
    {
      name: "Reject", title: "Reject this request?", destructive: true, note: { label: "Note" },
      effect: <>{what} Nothing is granted, and the request ends.</>,
      run: ({ key, note }) => api().POST("/api/iam/v1/access-requests/{request}/reject",
        { params: { path, header: { "Idempotency-Key": key } }, body: { note: note || null } }),
    },
  ];
}

const withdrawal = (row: Row): Act => ({
  name: "Withdraw", title: "Withdraw your request?", destructive: true,
  effect: <>The request for <strong className="mono">{row.role_key}</strong> ends. You can ask again.</>,
  run: ({ key }) => api().POST("/api/iam/v1/access-requests/{request}/cancel",
    { params: { path: { request: row.id }, header: { "Idempotency-Key": key } } }),
});
