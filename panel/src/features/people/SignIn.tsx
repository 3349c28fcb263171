import { useQuery } from "@tanstack/react-query";
import { api, body } from "../../api/client";
import { t } from "../../strings/people";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Copy, Empty, Section } from "../../ui/parts";
import { Rows } from "../../ui/Rows";
import { count } from "../../ui/words";
import { type Passkey, PASSKEY_COLUMNS, SESSION_COLUMNS, type SignInSession } from "./columns";

const MANAGE = "iam:users.manage";

/** The ways in of another person: passkeys, sessions, and the line that makes a link for a new passkey. */
export function SignIn({ user, name }: { user: string; name: string }) {
  return (
    <>
      <Passkeys user={user} name={name} />
      <Sessions user={user} name={name} />
    </>
  );
}

function Passkeys({ user, name }: { user: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["person", user, "passkeys"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/users/{user}/passkeys", { params: { path: { user } } }))).data,
  });
  const line = `iam iam:users:invite --tenant YOUR-ORGANIZATION --user ${user}`;
  return (
    <Section title={t.passkeys}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <Rows label={t.passkeys} rows={data} id={(row) => row.id}
          empty={<Empty title={t.noPasskeySoNo}>{t.personNeedsLinkFirst}</Empty>}
          columns={[...PASSKEY_COLUMNS, { title: t.act, cell: (row) => <Acts of={row.name ?? undefined} acts={[removal(user, name, row)]} /> }]} />
      )}
      {data && (
        <details className="more">
          <summary>{data.length === 0 ? t.invite : t.inviteAgain}</summary>
          <p>
            {t.operatorServiceRunsLine} <bdi>{name}</bdi>{t.linkWorksOnceDay}{data.length > 0 && <> {t.lostDevice}</>}
          </p>
          <pre className="code" tabIndex={0} aria-label={t.lineInvites}>{line}</pre>
          <p><Copy text={line} label={t.copyLine} /></p>
        </details>
      )}
    </Section>
  );
}

function Sessions({ user, name }: { user: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["person", user, "sessions"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/users/{user}/sessions", { params: { path: { user } } }))).data,
  });
  return (
    <Section title={t.sessions} aside={data && data.length > 0 && <Acts acts={[endAll(user, name, data.length)]} />}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <Rows label={t.sessions} rows={data} id={(row) => row.id} empty={<Empty title={t.notSigned}>{t.sessionsAllBrowsersPerson}</Empty>}
          columns={[...SESSION_COLUMNS, { title: t.act, cell: (row) => <Acts acts={[end(user, name, row)]} /> }]} />
      )}
    </Section>
  );
}

const removal = (user: string, name: string, row: Passkey): Act => ({
  name: t.remove, title: t.removePasskey, needs: MANAGE, destructive: true,
  effect: <>{t.nobodySignsWithAny} <strong><bdi>{name}</bdi></strong> {t.endsWithoutAnotherPasskey}</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/users/{user}/passkeys/{passkey}", { params: { path: { user, passkey: row.id }, header: once(key) } }),
});

const end = (user: string, name: string, row: SignInSession): Act => ({
  name: t.end, title: t.endSession, needs: MANAGE, destructive: true,
  effect: <>{t.browser} <strong><bdi>{name}</bdi></strong> {t.hasSignAgainKeep}</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/users/{user}/sessions/{session}", { params: { path: { user, session: row.id }, header: once(key) } }),
});

const endAll = (user: string, name: string, n: number): Act => ({
  name: t.endAll, title: t.endAllSessions, needs: MANAGE, destructive: true,
  effect: <>{count(n, t.session)} {t.of} <strong><bdi>{name}</bdi></strong> {n === 1 ? t.ends : t.endWord}{t.withAllAccessTokens}</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/users/{user}/sessions", { params: { path: { user }, header: once(key) } }),
});
