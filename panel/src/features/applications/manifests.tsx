import { Link } from "@tanstack/react-router";
import type { Schemas } from "../../api/client";
import { t } from "../../strings/applications";
import type { Column } from "../../ui/ListTable";
import { Mark, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";

export type Manifest = Schemas["ManifestView"];

export function ManifestStatus({ of }: { of: Manifest["status"] }) {
  const tone = of === "applied" ? "allow" : of === "rejected" ? "deny" : of === "pending_approval" ? "step" : "plain";
  return <Mark tone={tone}>{of.replaceAll("_", " ")}</Mark>;
}

export const MANIFEST_COLUMNS: Column<Manifest>[] = [
  { title: t.manifest, cell: (row) => <Link to="/manifests/$manifest" params={{ manifest: row.id }}>{row.application_key}{t.versionAfter} {row.version}</Link> },
  { title: t.status, cell: (row) => <ManifestStatus of={row.status} /> },
  { title: t.byTitle, cell: (row) => <Subject of={row.submitted_by} /> },
  { title: t.submitted, cell: (row) => <When at={row.created_at} /> },
];
