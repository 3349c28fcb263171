import type { Schemas } from "../../api/client";
import { session } from "../../auth/session";
import { useStore } from "../../app/store";
import { t } from "../../strings/people";
import type { Column } from "../../ui/ListTable";
import { Mark, When } from "../../ui/parts";
import { waysOf } from "./ways";

export type SignInSession = Schemas["SessionView"];
export type Passkey = Schemas["PasskeyView"];

/** The session of this page, where a row is that. */
function ThisOne({ of }: { of: string }) {
  const now = useStore(session);
  return now.is !== "out" && now.session.id === of ? <> <Mark tone="allow">{t.thisOne}</Mark></> : null;
}

export const SESSION_COLUMNS: Column<SignInSession>[] = [
  { title: t.signed, cell: (row) => <>{row.authenticated_at ? <When at={row.authenticated_at} /> : "–"}<ThisOne of={row.id} /></> },
  { title: t.by, cell: (row) => <>{waysOf(row.amr)}, {t.levels[row.aal]} <span className="mono quiet">{row.aal}</span></> },
  { title: t.lastUsed, cell: (row) => <When at={row.used_at} /> },
  { title: t.endsWithoutUse, cell: (row) => <When at={row.ends_at} /> },
];

export const PASSKEY_COLUMNS: Column<Passkey>[] = [
  { title: t.name, cell: (row) => <bdi className="name">{row.name ?? t.withoutName}</bdi> },
  { title: t.since, cell: (row) => <When at={row.created_at} /> },
  { title: t.lastUsed, cell: (row) => row.last_used_at ? <When at={row.last_used_at} /> : t.never },
  { title: t.kept, cell: (row) => row.backed_up ? t.severalDevices : row.backup_eligible ? t.oneDeviceSoFar : t.oneDevice },
];
