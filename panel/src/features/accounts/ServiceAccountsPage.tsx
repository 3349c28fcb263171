import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/accounts";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { Filters } from "../../ui/Filters";
import { ListPage } from "../../ui/ListPage";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { useList } from "../../ui/useList";
import { several } from "../../ui/words";

export type Account = Schemas["ServiceAccountView"];

export function AccountStatus({ of }: { of: Account }) {
  if (of.client?.status === "revoked") return <Mark tone="deny">{t.revoked}</Mark>;
  return <Mark tone={of.status === "active" ? "allow" : "deny"}>{of.status}</Mark>;
}

function Name({ of }: { of: Account }) {
  return <Link to="/service-accounts/$account" params={{ account: of.id }} className="name"><bdi>{of.name}</bdi></Link>;
}

const COLUMNS: Column<Account>[] = [
  { title: t.name, cell: (row) => <Name of={row} /> },
  { title: t.client, cell: (row) => <span className="mono">{row.client?.client_id ?? "–"}</span> },
  { title: t.proof, cell: (row) => (row.client ? (row.client.auth === "client_secret" ? t.secret : t.key) : "–") },
  { title: t.status, cell: (row) => <AccountStatus of={row} /> },
  { title: t.since, cell: (row) => <When at={row.created_at} /> },
];

export function ServiceAccountsPage() {
  const search = useSearch({ from: "/service-accounts" });
  const [made, setMade] = useState<Account>();
  const list = useList<Account>(["service-accounts", search], async (cursor) =>
    body(api().GET("/api/iam/v1/service-accounts", { params: { query: { "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <ListPage title={t.serviceAccounts} label={t.newServiceAccount} needs="iam:service_accounts.manage"
      form={
        <EntryForm act={t.createAccount}
          entries={[
            { name: "name", label: t.name, placeholder: t.nightlyImport, required: true },
            { name: "scopes", label: t.scopes, description: t.separateEmptyAll, placeholder: "iam:users.read" },
            { name: "jwks", label: t.publicKeys, description: t.emptySecret, placeholder: t.keysAfter, fault: (text) => (text && !isJson(text) ? t.notJson : undefined) },
          ]}
          run={async ({ name, scopes, jwks }, key) => {
            const answer = await body(api().POST("/api/iam/v1/service-accounts", {
              params: { header: once(key) },
              body: { name, ...(scopes && { scopes: several(scopes) }), ...(jwks && { auth: "private_key_jwt" as const, jwks: JSON.parse(jwks) as never }) },
            }));
            setMade(answer.data);
            return answer.data;
          }}
          named={(made) => <Name of={made} />} />
      }>
      <Secret of={`${made?.name}, client ${made?.client?.client_id}`} value={made?.client?.client_secret} />
      <Section title={t.accountsPrograms}>
        <Filters filters={[{ name: "status", label: t.status, choices: ["active", "suspended"] }]} />
        <ListTable label={t.serviceAccounts} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noServiceAccountMatches}>{t.createOneProgram}</Empty>} />
      </Section>
    </ListPage>
  );
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
