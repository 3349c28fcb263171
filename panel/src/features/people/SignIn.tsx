import { useQuery } from "@tanstack/react-query";
import { api, body } from "../../api/client";
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
    <Section title="Passkeys">
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <Rows label="Passkeys" rows={data} id={(row) => row.id}
          empty={<Empty title="No passkey, so no way to sign in.">This person needs a link for a first one.</Empty>}
          columns={[...PASSKEY_COLUMNS, { title: "Act", cell: (row) => <Acts of={row.name ?? undefined} acts={[removal(user, name, row)]} /> }]} />
      )}
      {data && (
        <details className="more">
          <summary>{data.length === 0 ? "Invite" : "Invite again, when a device is lost"}</summary>
          <p>
            An operator of the service runs this line, and hands the link that it prints to <bdi>{name}</bdi>. The link works once, for a day. The
            panel makes none: whoever makes a link can use it, and then signs in as this person.
          </p>
          <pre className="code" tabIndex={0} aria-label="Line that invites">{line}</pre>
          <p><Copy text={line} label="Copy the line" /></p>
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
    <Section title="Sessions" aside={data && data.length > 0 && <Acts acts={[endAll(user, name, data.length)]} />}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <Rows label="Sessions" rows={data} id={(row) => row.id} empty={<Empty title="Not signed in.">Sessions in all browsers of this person are listed here.</Empty>}
          columns={[...SESSION_COLUMNS, { title: "Act", cell: (row) => <Acts acts={[end(user, name, row)]} /> }]} />
      )}
    </Section>
  );
}

const removal = (user: string, name: string, row: Passkey): Act => ({
  name: "Remove", title: "Remove this passkey?", needs: MANAGE, destructive: true,
  effect: <>Nobody signs in with it any more, and every session of <strong><bdi>{name}</bdi></strong> ends. Without another passkey, this person needs a new link.</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/users/{user}/passkeys/{passkey}", { params: { path: { user, passkey: row.id }, header: once(key) } }),
});

const end = (user: string, name: string, row: SignInSession): Act => ({
  name: "End", title: "End this session?", needs: MANAGE, destructive: true,
  effect: <>That browser of <strong><bdi>{name}</bdi></strong> has to sign in again. To keep this person out, suspend the account.</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/users/{user}/sessions/{session}", { params: { path: { user, session: row.id }, header: once(key) } }),
});

const endAll = (user: string, name: string, n: number): Act => ({
  name: "End all", title: "End all sessions?", needs: MANAGE, destructive: true,
  effect: <>{count(n, "session")} of <strong><bdi>{name}</bdi></strong> {n === 1 ? "ends" : "end"}, with all access tokens. To keep this person out, suspend the account.</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/users/{user}/sessions", { params: { path: { user }, header: once(key) } }),
});
