import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { session } from "../../auth/session";
import { useStore } from "../../app/store";
import { t } from "../../strings/me";
import { type Act, Acts } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { May } from "../../ui/May";
import { Me } from "../../ui/Me";
import { Empty, Page, Section } from "../../ui/parts";
import { Rows } from "../../ui/Rows";
import { count } from "../../ui/words";
import { type Passkey, PASSKEY_COLUMNS, SESSION_COLUMNS, type SignInSession } from "../people/columns";

/** A person's own account: sessions, passkeys and rights, which need no permission. */
export function MePage() {
  const now = useStore(session);
  const subject = now.is === "out" ? "" : now.session.subject;
  return (
    <Page title={t.you}>
      <Section title={t.account}>
        <dl className="facts">
          <dt>{t.name}</dt><dd><Me subject={subject} /></dd>
          <dt>{t.id}</dt><dd className="mono">{subject}</dd>
          <dt>{t.openWork}</dt><dd><Link to="/reviews">{t.reviewsWaitYou}</Link>, <Link to="/requests">{t.accessRequests}</Link></dd>
        </dl>
      </Section>
      <Sessions />
      <Passkeys user={subject.replace(/^user:/, "")} />
      <Rights />
    </Page>
  );
}

function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ["me", "sessions"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/me/sessions"))).data,
  });
  return (
    <Section title={t.yourSessions}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <p className="quiet" style={{ marginTop: 0 }}>{t.useIs}</p>
      {data && (
        <Rows label={t.sessions} rows={data} id={(row) => row.id} empty={<Empty title={t.noSession}>{t.onePageEndedSign}</Empty>}
          columns={[...SESSION_COLUMNS, { title: t.act, cell: (row) => <Acts acts={[end(row)]} /> }]} />
      )}
    </Section>
  );
}

const end = (row: SignInSession): Act => ({
  name: t.end, title: t.endSession, destructive: true, keyless: true,
  effect: t.browserHasSignAgain,
  run: () => api().DELETE("/api/iam/v1/me/sessions/{session}", { params: { path: { session: row.id } } }),
});

function Passkeys({ user }: { user: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["me", "passkeys"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/me/passkeys"))).data,
  });
  return (
    <Section title={t.yourPasskeys}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.length === 1 && <p className="quiet">{t.yourOnlyPasskeyCannot}</p>}
      {data && (
        <Rows label={t.passkeys} rows={data} id={(row) => row.id} empty={<Empty title={t.noPasskey}>{t.askOperatorLinkMakes} <May needs="iam:users.read">{t.commandStandsOn} <Link to="/people/$user" params={{ user }}>{t.yourPageAmongPeople}</Link>.</May></Empty>}
          columns={[...PASSKEY_COLUMNS, { title: t.act, cell: (row) => <Acts acts={data.length > 1 ? [naming(row), removal(row)] : [naming(row)]} /> }]} />
      )}
    </Section>
  );
}

const naming = (row: Passkey): Act => ({
  name: t.rename, title: t.namePasskey, keyless: true, note: { label: t.name, required: true, first: row.name ?? "" },
  effect: t.byItsNameYou,
  run: ({ note }) => api().POST("/api/iam/v1/me/passkeys/{passkey}/rename", { params: { path: { passkey: row.id } }, body: { name: note } }),
});

const removal = (row: Passkey): Act => ({
  name: t.remove, title: t.removePasskey, destructive: true, keyless: true,
  effect: t.nobodySignsWithAny,
  run: () => api().DELETE("/api/iam/v1/me/passkeys/{passkey}", { params: { path: { passkey: row.id } } }),
});

function Rights() {
  const { data } = useQuery({
    queryKey: ["me", "rights"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/me/permissions"))).data.permissions,
  });
  return (
    <Section title={t.whatYouMayDo}>
      {data?.length === 0 && <Empty title={t.nothingButYourOwn}>{t.askAdministratorMore}</Empty>}
      {data && data.length > 0 && <details><summary>{count(data.length, t.permission)}</summary><p className="mono">{data.join(", ")}</p></details>}
    </Section>
  );
}
