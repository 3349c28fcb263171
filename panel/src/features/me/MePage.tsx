import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { session } from "../../auth/session";
import { useStore } from "../../app/store";
import { type Act, Acts } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
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
    <Page title="You">
      <Section title="Account">
        <dl className="facts">
          <dt>Name</dt><dd><Me subject={subject} /></dd>
          <dt>Id</dt><dd className="mono">{subject}</dd>
          <dt>Open work</dt><dd><Link to="/reviews">Reviews that wait for you</Link>, <Link to="/requests">access requests</Link></dd>
        </dl>
      </Section>
      <Sessions />
      <Passkeys />
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
    <Section title="Your sessions">
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <Rows label="Sessions" rows={data} id={(row) => row.id} empty={<Empty title="No session.">The one of this page ended; sign in again when it asks you to.</Empty>}
          columns={[...SESSION_COLUMNS, { title: "Act", cell: (row) => <Acts acts={[end(row)]} /> }]} />
      )}
    </Section>
  );
}

const end = (row: SignInSession): Act => ({
  name: "End", title: "End this session?", destructive: true, keyless: true,
  effect: "That browser has to sign in again. Your access tokens end with the session: this page signs in anew.",
  run: () => api().DELETE("/api/iam/v1/me/sessions/{session}", { params: { path: { session: row.id } } }),
});

function Passkeys() {
  const { data, error, refetch } = useQuery({
    queryKey: ["me", "passkeys"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/me/passkeys"))).data,
  });
  return (
    <Section title="Your passkeys">
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.length === 1 && <p className="quiet">Your only passkey cannot be removed: you could not sign in any more.</p>}
      {data && (
        <Rows label="Passkeys" rows={data} id={(row) => row.id} empty={<Empty title="No passkey.">Ask an operator for a link that makes one.</Empty>}
          columns={[...PASSKEY_COLUMNS, { title: "Act", cell: (row) => <Acts acts={data.length > 1 ? [naming(row), removal(row)] : [naming(row)]} /> }]} />
      )}
    </Section>
  );
}

const naming = (row: Passkey): Act => ({
  name: "Rename", title: "Name this passkey", keyless: true, note: { label: "Name", required: true, first: row.name ?? "" },
  effect: "By its name you tell it from your others, for example by the device that has it.",
  run: ({ note }) => api().POST("/api/iam/v1/me/passkeys/{passkey}/rename", { params: { path: { passkey: row.id } }, body: { name: note } }),
});

const removal = (row: Passkey): Act => ({
  name: "Remove", title: "Remove this passkey?", destructive: true, keyless: true,
  effect: "Nobody signs in with it any more. Sessions that it began go on: end them above.",
  run: () => api().DELETE("/api/iam/v1/me/passkeys/{passkey}", { params: { path: { passkey: row.id } } }),
});

function Rights() {
  const { data } = useQuery({
    queryKey: ["me", "rights"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/me/permissions"))).data.permissions,
  });
  return (
    <Section title="What you may do here">
      {data?.length === 0 && <Empty title="Nothing but your own work.">Ask an administrator for more.</Empty>}
      {data && data.length > 0 && <details><summary>{count(data.length, "permission")}</summary><p className="mono">{data.join(", ")}</p></details>}
    </Section>
  );
}
