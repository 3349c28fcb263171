import { useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/operate";
import { type Act, Acts } from "../../ui/Acts";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";

type Row = Schemas["KeyView"];

const TONES = { pending: "plain", active: "allow", overlap: "plain", retired: "plain", revoked: "deny" } as const;
const at = (time: string | null) => (time ? <When at={time} /> : "–");

const COLUMNS: Column<Row>[] = [
  { title: t.key, cell: (row) => <span className="mono">{row.kid}</span> },
  { title: t.signs, cell: (row) => `${row.purpose}, ${row.alg}` },
  { title: t.status, cell: (row) => <Mark tone={TONES[row.status]}>{row.status}</Mark> },
  { title: t.published, cell: (row) => at(row.published_at) },
  { title: t.activeSince, cell: (row) => at(row.activated_at) },
  { title: t.retires, cell: (row) => at(row.retires_at) },
  { title: t.ended, cell: (row) => at(row.ended_at) },
  { title: t.act, cell: (row) => row.status === "retired" || row.status === "revoked" ? "–" : <Acts of={row.kid} acts={[revocation(row)]} /> },
];

/** Keys that sign tokens and the audit chain, with their life. */
export function KeysPage() {
  const search = useSearch({ from: "/keys" });
  const list = useList<Row>(["keys", search], async (cursor) =>
    body(api().GET("/api/iam/v1/keys", { params: { query: { "filter[purpose]": search.purpose, "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title={t.signingKeys}>
      <Section title={t.keysTokensAuditRecords} aside={<Acts acts={[rotation("token"), rotation("audit")]} />}>
        <Filters filters={[{ name: "purpose", label: t.signs, choices: ["token", "audit"] }, { name: "status", label: t.status, choices: Object.keys(TONES) }]} />
        <ListTable label={t.signingKeys} list={list} columns={COLUMNS} id={(row) => row.kid}
          empty={<Empty title={t.noKeyMatches}>{t.serviceMakesItsKeys}</Empty>} />
      </Section>
    </Page>
  );
}

const rotation = (purpose: Row["purpose"]): Act => ({
  name: t.rotateKey(purpose), title: t.rotateKeyWith(purpose), needs: "iam:keys.manage",
  effect: t.standbyKeySignsAt,
  run: ({ key }) => api().POST("/api/iam/v1/keys/rotate", { params: { header: { "Idempotency-Key": key } }, body: { purpose } }),
});

const revocation = (row: Row): Act => ({
  name: t.revoke, title: t.revokeKey, needs: "iam:keys.manage", destructive: true, note: { label: t.reason, required: true },
  effect: <>{t.everything} <strong className="mono">{row.kid}</strong> {t.signedRefusedWithinSecond}</>,
  run: ({ key, note }) => api().POST("/api/iam/v1/keys/{kid}/revoke",
    { params: { path: { kid: row.kid }, header: { "Idempotency-Key": key } }, body: { reason: note } }),
});
