import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/people";
import { type Act, Acts, once } from "../../ui/Acts";
import { ButtonLink } from "../../ui/ButtonLink";
import { ErrorNote } from "../../ui/ErrorNote";
import { ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { GRANT_COLUMNS, REVOKE_TICKED, type Row as Grant } from "../grants/GrantsPage";
import { EditPerson } from "./EditPerson";
import { UserStatus } from "./PeoplePage";
import { SignIn } from "./SignIn";

/** One person: status, grants, and everything that they may do. */
export function PersonPage() {
  const { user } = useParams({ from: "/people/$user" });
  const { data, error, refetch } = useRead(["person", user], () => api().GET("/api/iam/v1/users/{user}", { params: { path: { user } } }));
  return (
    <Page title={data ? data.it.name : t.person} aside={<Link to="/people">{t.allPeople}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Facts of={data.it} revision={data.revision} />
          <Grants user={data.it} />
          <Permissions user={data.it} />
          <SignIn user={user} name={data.it.name} />
          <May needs="iam:users.manage">
            <Section title={t.change}><EditPerson key={data.it.id} of={data.it} revision={data.revision} /></Section>
          </May>
        </>
      )}
    </Page>
  );
}

function Facts({ of, revision }: { of: Schemas["UserView"]; revision?: string }) {
  return (
    <Section title={t.account} aside={<Acts acts={[of.status === "active" ? suspension(of, revision) : reactivation(of, revision)]} />}>
      <dl className="facts">
        <dt>{t.status}</dt><dd><UserStatus of={of.status} /></dd>
        <dt>{t.eMail}</dt><dd>{of.email ?? "–"}</dd>
        <dt>{t.externalId}</dt><dd className="mono">{of.external_id ?? "–"}</dd>
        <dt>{t.id}</dt><dd className="mono">{of.id}</dd>
        <dt>{t.attributes}</dt><dd className="mono">{Object.keys(of.attributes ?? {}).length > 0 ? JSON.stringify(of.attributes) : "–"}</dd>
        <dt>{t.since}</dt><dd><When at={of.created_at} /></dd>
        <dt>{t.history}</dt><dd><Link to="/audit" search={{ target: `user:${of.id}` }}>{t.changesAccount}</Link>, <Link to="/audit" search={{ actor: `user:${of.id}` }}>{t.acts}</Link>, <Link to="/decisions" search={{ subject: `user:${of.id}` }}>{t.decisions}</Link></dd>
      </dl>
    </Section>
  );
}

const suspension = (of: Schemas["UserView"], revision?: string): Act => ({
  name: t.suspend, title: t.suspendAccount, needs: "iam:users.manage", destructive: true,
  effect: <><strong><bdi>{of.name}</bdi></strong> {t.deniedEverythingAtOnce}</>,
  run: ({ key }) => api().POST("/api/iam/v1/users/{user}/suspend", { params: { path: { user: of.id }, header: once(key, revision) } }),
});

const reactivation = (of: Schemas["UserView"], revision?: string): Act => ({
  name: t.reactivate, title: t.reactivateAccount, needs: "iam:users.manage",
  effect: <><strong><bdi>{of.name}</bdi></strong> {t.mayAtOnceDo}</>,
  run: ({ key }) => api().POST("/api/iam/v1/users/{user}/reactivate", { params: { path: { user: of.id }, header: once(key, revision) } }),
});

function Grants({ user: { id: user, external_id } }: { user: Schemas["UserView"] }) {
  const list = useList<Grant>(["grants", user], async (cursor) => {
    const page = await body(api().GET("/api/iam/v1/users/{user}/grants", { params: { path: { user }, query: { cursor, limit: 50 } } }));
    return { data: page.data.grants, next_cursor: page.next_cursor };
  });
  return (
    <Section title={t.grants} aside={<May needs="iam:grants.manage"><ButtonLink size="compact-sm" variant="default" to="/grants/new" search={{ subject: `user:${external_id ?? user}` }}>{t.newGrant}</ButtonLink></May>}>
      <ListTable label={t.grants} list={list} columns={GRANT_COLUMNS} id={(row) => row.id} many={REVOKE_TICKED} empty={<Empty title={t.noGrantTheirOwn}>{t.groupsMayStillGive}</Empty>} />
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
          <table className="table listed">
            <thead><tr><th scope="col">{t.permission}</th><th scope="col">{t.by}</th><th scope="col"><span className="hidden">{t.why}</span></th></tr></thead>
            <tbody>
              {held.map(([key, by]) => (
                <tr key={key}>
                  <td className="mono" data-title={t.permission}><span>{key}</span></td><td className="mono" data-title={t.by}><span>{by.via}</span></td>
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
