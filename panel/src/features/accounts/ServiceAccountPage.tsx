import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Item } from "../../api/client";
import { type Act, Acts, once } from "../../ui/Acts";
import { ButtonLink } from "../../ui/ButtonLink";
import { ErrorNote } from "../../ui/ErrorNote";
import { ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { several } from "../../ui/words";
import { GRANT_COLUMNS } from "../grants/GrantsPage";
import { type Account, AccountStatus } from "./ServiceAccountsPage";

type Grant = Item<"/api/iam/v1/grants">;

/** One service account with its client and its grants. */
export function ServiceAccountPage() {
  const { account } = useParams({ from: "/service-accounts/$account" });
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useRead(["service-account", account], () =>
    api().GET("/api/iam/v1/service-accounts/{service_account}", { params: { path: { service_account: account } } }));
  const it = data?.it;
  const subject = `service_account:${account}`;
  const list = useList<Grant>(["grants", subject], async (cursor) =>
    body(api().GET("/api/iam/v1/grants", { params: { query: { "filter[subject]": subject, cursor, limit: 50 } } })));
  return (
    <Page title={it?.name ?? "Service account"} aside={<Link to="/service-accounts">All service accounts</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Secret of={it?.name ?? ""} value={secret} />
      {it && (
        <>
          <Section title="Account" aside={<Acts acts={acts(it, data.revision, setSecret)} />}>
            <dl className="facts">
              <dt>Status</dt><dd><AccountStatus of={it} /></dd>
              <dt>Client</dt><dd className="mono">{it.client?.client_id ?? "–"}</dd>
              <dt>Proof</dt><dd>{it.client?.auth === "private_key_jwt" ? <>keys <span className="mono">{Object.keys(it.client.keys ?? {}).join(", ")}</span></> : "secret"}</dd>
              <dt>Scopes</dt><dd className="mono">{it.client?.scopes.join(", ") || "all"}</dd>
              <dt>Secret since</dt><dd>{it.client?.secret_rotated_at ? <When at={it.client.secret_rotated_at} /> : "the beginning"}</dd>
              <dt>Former secret ends</dt><dd>{it.client?.previous_secret_expires_at ? <When at={it.client.previous_secret_expires_at} /> : "–"}</dd>
              <dt>External id</dt><dd className="mono">{it.external_id ?? "–"}</dd>
              <dt>Since</dt><dd><When at={it.created_at} /></dd>
              <dt>History</dt><dd><Link to="/audit" search={{ target: subject }}>Changes of this account</Link>, <Link to="/audit" search={{ actor: subject }}>acts</Link>, <Link to="/decisions" search={{ subject }}>decisions</Link></dd>
            </dl>
          </Section>
          <Section title="Grants" aside={<May needs="iam:grants.manage"><ButtonLink size="compact-sm" variant="default" to="/grants/new" search={{ subject }}>New grant</ButtonLink></May>}>
            <ListTable label="Grants" list={list} columns={GRANT_COLUMNS} id={(row) => row.id} empty={<Empty title="No grant.">Without one it may do nothing.</Empty>} />
          </Section>
        </>
      )}
    </Page>
  );
}

function acts(it: Account, revision: string | undefined, show: (secret?: string) => void): Act[] {
  if (it.client?.status === "revoked") return [];
  const params = (key: string) => ({ path: { service_account: it.id }, header: once(key, revision) });
  const change = (body: { status?: Account["status"]; scopes?: string[] }, key: string) =>
    api().PATCH("/api/iam/v1/service-accounts/{service_account}", { params: params(key), body });
  const rotate: Act = {
    name: "New secret", title: "Make a new secret?", needs: "iam:service_accounts.manage",
    effect: "Both secrets work for a day; then the former one ends. The new one is shown once.",
    run: async ({ key }) => show((await body(api().POST("/api/iam/v1/service-accounts/{service_account}/rotate-secret",
      { params: params(key), body: {} }))).data.client?.client_secret),
  };
  return [
    ...(it.client?.has_secret ? [rotate] : []),
    {
      name: "Change scopes", title: "Change the scopes?", needs: "iam:service_accounts.manage", note: { label: "Scopes, by comma; empty: all", first: it.client?.scopes.join(", ") ?? "" },
      effect: "Its next tokens are for these scopes alone.",
      run: ({ key, note }) => change({ scopes: several(note) }, key),
    },
    it.status === "active" ? {
      name: "Suspend", title: "Suspend this account?", needs: "iam:service_accounts.manage", destructive: true,
      effect: <><strong><bdi>{it.name}</bdi></strong> is denied everything at once. Grants and client stay, and count again when the account is reactivated.</>,
      run: ({ key }) => change({ status: "suspended" }, key),
    } : {
      name: "Reactivate", title: "Reactivate this account?", needs: "iam:service_accounts.manage", effect: <><strong><bdi>{it.name}</bdi></strong> may at once do again what its grants allow.</>,
      run: ({ key }) => change({ status: "active" }, key),
    },
    {
      name: "Revoke", title: "Revoke this account's client?", needs: "iam:service_accounts.manage", destructive: true,
      effect: <><strong><bdi>{it.name}</bdi></strong> is suspended, its client is revoked, and its tokens end at once. The client does not come back.</>,
      run: ({ key }) => api().DELETE("/api/iam/v1/service-accounts/{service_account}", { params: params(key) }),
    },
  ];
}
