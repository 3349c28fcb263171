import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Item } from "../../api/client";
import { t } from "../../strings/accounts";
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
    <Page title={it?.name ?? t.serviceAccount} aside={<Link to="/service-accounts">{t.allServiceAccounts}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Secret of={it?.name ?? ""} value={secret} />
      {it && (
        <>
          <Section title={t.account} aside={<Acts acts={acts(it, data.revision, setSecret)} />}>
            <dl className="facts">
              <dt>{t.status}</dt><dd><AccountStatus of={it} /></dd>
              <dt>{t.client}</dt><dd className="mono">{it.client?.client_id ?? "–"}</dd>
              <dt>{t.proof}</dt><dd>{it.client?.auth === "private_key_jwt" ? <>{t.keys} <span className="mono">{Object.keys(it.client.keys ?? {}).join(", ")}</span></> : t.secret}</dd>
              <dt>{t.scopes}</dt><dd className="mono">{it.client?.scopes.join(", ") || t.all}</dd>
              <dt>{t.secretSince}</dt><dd>{it.client?.secret_rotated_at ? <When at={it.client.secret_rotated_at} /> : t.beginning}</dd>
              <dt>{t.formerSecretEnds}</dt><dd>{it.client?.previous_secret_expires_at ? <When at={it.client.previous_secret_expires_at} /> : "–"}</dd>
              <dt>{t.externalId}</dt><dd className="mono">{it.external_id ?? "–"}</dd>
              <dt>{t.since}</dt><dd><When at={it.created_at} /></dd>
              <dt>{t.history}</dt><dd><Link to="/audit" search={{ target: subject }}>{t.changesAccount}</Link>, <Link to="/audit" search={{ actor: subject }}>{t.acts}</Link>, <Link to="/decisions" search={{ subject }}>{t.decisions}</Link></dd>
            </dl>
          </Section>
          <Section title={t.grants} aside={<May needs="iam:grants.manage"><ButtonLink size="compact-sm" variant="default" to="/grants/new" search={{ subject }}>{t.newGrant}</ButtonLink></May>}>
            <ListTable label={t.grants} list={list} columns={GRANT_COLUMNS} id={(row) => row.id} empty={<Empty title={t.noGrant}>{t.withoutOneMayDo}</Empty>} />
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
    name: t.newSecret, title: t.makeNewSecret, needs: "iam:service_accounts.manage",
    effect: t.bothSecretsWorkDay,
    run: async ({ key }) => show((await body(api().POST("/api/iam/v1/service-accounts/{service_account}/rotate-secret",
      { params: params(key), body: {} }))).data.client?.client_secret),
  };
  return [
    ...(it.client?.has_secret ? [rotate] : []),
    {
      name: t.changeScopes, title: t.changeScopesQuestion, needs: "iam:service_accounts.manage", note: { label: t.scopes, description: t.separateEmptyAll, first: it.client?.scopes.join(", ") ?? "" },
      effect: t.itsNextTokensThese,
      run: ({ key, note }) => change({ scopes: several(note) }, key),
    },
    it.status === "active" ? {
      name: t.suspend, title: t.suspendAccount, needs: "iam:service_accounts.manage", destructive: true,
      effect: <><strong><bdi>{it.name}</bdi></strong> {t.deniedEverythingAtOnce}</>,
      run: ({ key }) => change({ status: "suspended" }, key),
    } : {
      name: t.reactivate, title: t.reactivateAccount, needs: "iam:service_accounts.manage", effect: <><strong><bdi>{it.name}</bdi></strong> {t.mayAtOnceDo}</>,
      run: ({ key }) => change({ status: "active" }, key),
    },
    {
      name: t.revoke, title: t.revokeAccountsClient, needs: "iam:service_accounts.manage", destructive: true,
      effect: <><strong><bdi>{it.name}</bdi></strong> {t.suspendedItsClientRevoked}</>,
      run: ({ key }) => api().DELETE("/api/iam/v1/service-accounts/{service_account}", { params: params(key) }),
    },
  ];
}
