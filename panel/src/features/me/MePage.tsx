import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { session } from "../../auth/session";
import { useStore } from "../../app/store";
import { type Act, Acts } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Me } from "../../ui/Me";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Rows } from "../../ui/Rows";
import { count } from "../../ui/words";

type OwnSession = Schemas["SessionView"];
type OwnPasskey = Schemas["PasskeyView"];

const METHODS: Record<string, string> = { pop: "passkey", hwk: "passkey", swk: "passkey", user: "presence confirmed" };

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
          columns={[
            { title: "Signed in", cell: (row) => <When at={row.authenticated_at} /> },
            { title: "By", cell: (row) => `${row.aal}: ${[...new Set(row.amr.map((method) => METHODS[method] ?? method))].join(", ")}` },
            { title: "Last used", cell: (row) => <When at={row.used_at} /> },
            { title: "Ends without use", cell: (row) => <When at={row.ends_at} /> },
            { title: "Act", cell: (row) => <Acts acts={[end(row)]} /> },
          ]} />
      )}
    </Section>
  );
}

const end = (row: OwnSession): Act => ({
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
      {data && (
        <Rows label="Passkeys" rows={data} id={(row) => row.id} empty={<Empty title="No passkey.">Ask an operator for a link that makes one.</Empty>}
          columns={[
            { title: "Name", cell: (row) => row.name ?? "none" },
            { title: "Since", cell: (row) => <When at={row.created_at} /> },
            { title: "Last used", cell: (row) => row.last_used_at ? <When at={row.last_used_at} /> : "never" },
            { title: "Kept", cell: (row) => row.backed_up ? "on several devices" : row.backup_eligible ? "on one device, so far" : "on one device" },
            { title: "Act", cell: (row) => data.length > 1 ? <Acts acts={[removal(row)]} /> : "your only one" },
          ]} />
      )}
    </Section>
  );
}

const removal = (row: OwnPasskey): Act => ({
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
