import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { type Act, Acts } from "../../ui/Acts";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { number } from "../../ui/words";

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
          columns={[...COLUMNS, { title: "Act", cell: (row) => <Acts of={row.role_key} acts={decisions(row)} /> }]}
          empty={<Empty title="No request waits for you.">Requests for roles that you approve appear here.</Empty>} />
      </Section>
      <Section title="Your own requests">
        <Filters key={JSON.stringify(search)} values={search} onChange={(values) => void navigate({ to: "/requests", search: values })}
          filters={[{ name: "status", label: "Status", choices: STATUSES }]} />
        <ListTable label="Your requests" list={mine} id={(row) => row.id}
          columns={[...COLUMNS, { title: "Act", cell: (row) => row.status === "pending" ? <Acts of={row.role_key} acts={[withdrawal(row)]} /> : "–" }]}
          empty={<Empty title="You have asked for nothing.">Roles that can be requested are asked for by the API.</Empty>} />
      </Section>
    </Page>
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
