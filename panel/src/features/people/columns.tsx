import type { Schemas } from "../../api/client";
import type { Column } from "../../ui/ListTable";
import { When } from "../../ui/parts";

export type SignInSession = Schemas["SessionView"];
export type Passkey = Schemas["PasskeyView"];

const METHODS: Record<string, string> = { pop: "passkey", hwk: "passkey", swk: "passkey", user: "presence confirmed" };

export const SESSION_COLUMNS: Column<SignInSession>[] = [
  { title: "Signed in", cell: (row) => <When at={row.authenticated_at} /> },
  { title: "By", cell: (row) => `${row.aal}: ${[...new Set(row.amr.map((method) => METHODS[method] ?? method))].join(", ")}` },
  { title: "Last used", cell: (row) => <When at={row.used_at} /> },
  { title: "Ends without use", cell: (row) => <When at={row.ends_at} /> },
];

export const PASSKEY_COLUMNS: Column<Passkey>[] = [
  { title: "Name", cell: (row) => <bdi className="name">{row.name ?? "without a name"}</bdi> },
  { title: "Since", cell: (row) => <When at={row.created_at} /> },
  { title: "Last used", cell: (row) => row.last_used_at ? <When at={row.last_used_at} /> : "never" },
  { title: "Kept", cell: (row) => row.backed_up ? "on several devices" : row.backup_eligible ? "on one device, so far" : "on one device" },
];
