import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/people";
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
    <Page title={data ? data.user.name : t.person} aside={<Link to="/people">{t.allPeople}</Link>}>
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
    <Section title={t.account} aside={<May needs="iam:users.manage"><Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>{active ? t.suspendDots : t.reactivateDots}</Button></May>}>
      <dl className="facts">
        <dt>{t.status}</dt><dd><UserStatus of={of.status} /></dd>
        <dt>{t.eMail}</dt><dd>{of.email ?? "–"}</dd>
        <dt>{t.externalId}</dt><dd className="mono">{of.external_id ?? "–"}</dd>
        <dt>{t.id}</dt><dd className="mono">{of.id}</dd>
        <dt>{t.attributes}</dt><dd className="mono">{JSON.stringify(of.attributes)}</dd>
        <dt>{t.since}</dt><dd><When at={of.created_at} /></dd>
        <dt>{t.history}</dt><dd><Link to="/audit" search={{ target: `user:${of.id}` }}>{t.changesAccount}</Link>, <Link to="/audit" search={{ actor: `user:${of.id}` }}>{t.acts}</Link>, <Link to="/decisions" search={{ subject: `user:${of.id}` }}>{t.decisions}</Link></dd>
      </dl>
      {asking && (
        <Confirm title={active ? t.suspendAccount : t.reactivateAccount} act={active ? t.suspend : t.reactivate} destructive={active}
          onClose={() => setAsking(false)}
          onConfirm={async ({ key }) => {
            const to = active ? "/api/iam/v1/users/{user}/suspend" : "/api/iam/v1/users/{user}/reactivate";
            await api().POST(to, { params: { path: { user: of.id }, header: { "Idempotency-Key": key, "If-Match": revision } } });
            await queries.invalidateQueries();
          }}>
          {active
            ? <><strong><bdi>{of.name}</bdi></strong> {t.deniedEverythingAtOnce}</>
            : <><strong><bdi>{of.name}</bdi></strong> {t.mayAtOnceDo}</>}
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
    <Section title={t.grants} aside={<May needs="iam:grants.manage"><ButtonLink size="compact-sm" variant="default" to="/grants/new" search={{ subject: `user:${external_id ?? user}` }}>{t.newGrant}</ButtonLink></May>}>
      <ListTable label={t.grants} list={list} columns={GRANT_COLUMNS} id={(row) => row.id} empty={<Empty title={t.noGrantTheirOwn}>{t.groupsMayStillGive}</Empty>} />
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
    <Section title={t.whatPersonMayDo} aside={<span className="quiet">{t.byGrantsGroupsRoles}</span>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && held.length === 0 && <Empty title={t.nothing}>{t.giveRoleAboveOr} <Link to="/ask" search={{ subject: `user:${external_id ?? user}` }}>{t.ask}</Link>.</Empty>}
      {held.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={t.permissions}>
          <table className="table">
            <thead><tr><th scope="col">{t.permission}</th><th scope="col">{t.by}</th><th scope="col"><span className="hidden">{t.why}</span></th></tr></thead>
            <tbody>
              {held.map(([key, by]) => (
                <tr key={key}>
                  <td className="mono">{key}</td><td className="mono">{by.via}</td>
                  <td><Link to="/ask" search={{ subject: `user:${external_id ?? user}`, permission: key }} aria-label={t.whyWith(key)}>{t.why}</Link></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
