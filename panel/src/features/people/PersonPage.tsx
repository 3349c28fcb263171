import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { ButtonLink } from "../../ui/ButtonLink";
import { Confirm } from "../../ui/Confirm";
import { ErrorNote } from "../../ui/ErrorNote";
import { ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { GRANT_COLUMNS, type Row as Grant } from "../grants/GrantsPage";
import { UserStatus } from "./PeoplePage";
import { SignIn } from "./SignIn";

/** One person: status, grants, and everything that they may do. */
export function PersonPage() {
  const { user } = useParams({ from: "/people/$user" });
  const { data, error, refetch } = useQuery({
    queryKey: ["person", user],
    queryFn: async () => {
      const { data: found, response } = await api().GET("/api/iam/v1/users/{user}", { params: { path: { user } } });
      return found && { user: found.data, revision: response.headers.get("ETag") ?? undefined };
    },
  });
  return (
    <Page title={data ? data.user.name : "Person"} aside={<Link to="/people">All people</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Facts of={data.user} revision={data.revision} />
          <Grants user={data.user} />
          <Permissions user={data.user} />
          <SignIn user={user} name={data.user.name} />
        </>
      )}
    </Page>
  );
}

function Facts({ of, revision }: { of: Schemas["UserView"]; revision?: string }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const active = of.status === "active";
  return (
    <Section title="Account" aside={<May needs="iam:users.manage"><Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>{active ? "Suspend…" : "Reactivate…"}</Button></May>}>
      <dl className="facts">
        <dt>Status</dt><dd><UserStatus of={of.status} /></dd>
        <dt>E-mail</dt><dd>{of.email ?? "–"}</dd>
        <dt>External id</dt><dd className="mono">{of.external_id ?? "–"}</dd>
        <dt>Id</dt><dd className="mono">{of.id}</dd>
        <dt>Attributes</dt><dd className="mono">{JSON.stringify(of.attributes)}</dd>
        <dt>Since</dt><dd><When at={of.created_at} /></dd>
        <dt>History</dt><dd><Link to="/audit" search={{ target: `user:${of.id}` }}>Changes of this account</Link>, <Link to="/audit" search={{ actor: `user:${of.id}` }}>acts</Link>, <Link to="/decisions" search={{ subject: `user:${of.id}` }}>decisions</Link></dd>
      </dl>
      {asking && (
        <Confirm title={active ? "Suspend this account?" : "Reactivate this account?"} act={active ? "Suspend" : "Reactivate"} destructive={active}
          onClose={() => setAsking(false)}
          onConfirm={async ({ key }) => {
            const to = active ? "/api/iam/v1/users/{user}/suspend" : "/api/iam/v1/users/{user}/reactivate";
            await api().POST(to, { params: { path: { user: of.id }, header: { "Idempotency-Key": key, "If-Match": revision } } });
            await queries.invalidateQueries();
          }}>
          {active
            ? <><strong><bdi>{of.name}</bdi></strong> is denied everything at once, and every session ends. Grants stay, and count again when the account is reactivated.</>
            : <><strong><bdi>{of.name}</bdi></strong> may at once do again what the grants below allow.</>}
        </Confirm>
      )}
    </Section>
  );
}

function Grants({ user: { id: user, external_id } }: { user: Schemas["UserView"] }) {
  const list = useList<Grant>(["grants", user], async (cursor) => {
    const page = await body(api().GET("/api/iam/v1/users/{user}/grants", { params: { path: { user }, query: { cursor, limit: 50 } } }));
    return { data: page.data.grants, next_cursor: page.next_cursor };
  });
  return (
    <Section title="Grants" aside={<May needs="iam:grants.manage"><ButtonLink size="compact-sm" variant="default" to="/grants/new" search={{ subject: `user:${external_id ?? user}` }}>New grant</ButtonLink></May>}>
      <ListTable label="Grants" list={list} columns={GRANT_COLUMNS} id={(row) => row.id} empty={<Empty title="No grant of their own.">Groups may still give access; see below.</Empty>} />
    </Section>
  );
}

function Permissions({ user: { id: user, external_id } }: { user: Schemas["UserView"] }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["permissions", user],
    queryFn: async () => (await body(api().GET("/api/iam/v1/users/{user}/effective-permissions", { params: { path: { user } } }))).data,
  });
  const held = Object.entries(data?.permissions ?? {}).sort();
  return (
    <Section title="What this person may do" aside={<span className="quiet">by grants, groups and roles; a condition that needs a value of the request does not count</span>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && held.length === 0 && <Empty title="Nothing.">Give a role above, or ask about a resource on the page <Link to="/ask" search={{ subject: `user:${external_id ?? user}` }}>Ask</Link>.</Empty>}
      {held.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Permissions">
          <table className="table">
            <thead><tr><th scope="col">Permission</th><th scope="col">By</th><th scope="col"><span className="hidden">Why</span></th></tr></thead>
            <tbody>
              {held.map(([key, by]) => (
                <tr key={key}>
                  <td className="mono">{key}</td><td className="mono">{by.via}</td>
                  <td><Link to="/ask" search={{ subject: `user:${external_id ?? user}`, permission: key }} aria-label={`Why ${key}`}>Why</Link></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
