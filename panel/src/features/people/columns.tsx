import type { Schemas } from "../../api/client";
import { t } from "../../strings/people";
import type { Column } from "../../ui/ListTable";
import { When } from "../../ui/parts";

export type SignInSession = Schemas["SessionView"];
export type Passkey = Schemas["PasskeyView"];

const METHODS: Record<string, string> = t.methods;

export const SESSION_COLUMNS: Column<SignInSession>[] = [
  { title: t.signed, cell: (row) => row.authenticated_at && <When at={row.authenticated_at} /> },
  { title: t.by, cell: (row) => `${row.aal}: ${[...new Set(row.amr.map((method) => METHODS[method] ?? method))].join(", ")}` },
  { title: t.lastUsed, cell: (row) => <When at={row.used_at} /> },
  { title: t.endsWithoutUse, cell: (row) => <When at={row.ends_at} /> },
];

export const PASSKEY_COLUMNS: Column<Passkey>[] = [
  { title: t.name, cell: (row) => <bdi className="name">{row.name ?? t.withoutName}</bdi> },
  { title: t.since, cell: (row) => <When at={row.created_at} /> },
  { title: t.lastUsed, cell: (row) => row.last_used_at ? <When at={row.last_used_at} /> : t.never },
  { title: t.kept, cell: (row) => row.backed_up ? t.severalDevices : row.backup_eligible ? t.oneDeviceSoFar : t.oneDevice },
];
