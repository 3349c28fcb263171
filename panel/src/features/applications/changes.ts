import type { Schemas } from "../../api/client";
import { differences } from "../audit/diff";

type Diff = Pick<Schemas["ManifestDiff"], "app" | "auth" | "permissions" | "roles" | "types" | "attributes" | "conditions">;
interface Items {
  added: { key: string; value: unknown }[];
  removed: { key: string; value: unknown }[];
  changed: { key: string; before: unknown; after: unknown }[];
}

/** A declaration that comes, goes or changes. */
export interface Change {
  kind: "new" | "gone" | "changed";
  what: string;
  key: string;
  before?: string;
  after?: string;
}

/** True if an approval holds no more: another version was applied since, and the difference to that needs one. */
export const needsApprovalAgain = ({ status, base_version }: Pick<Schemas["ManifestView"], "status" | "base_version">, diff: Pick<Schemas["ManifestDiff"], "from" | "approval_reasons">) =>
  status === "approved" && base_version !== diff.from && diff.approval_reasons.length > 0;

/** The changes of a manifest in the order of reading: the application, what goes, what changes, what comes. */
export function changes(diff: Diff): Change[] {
  const whole = [diff.app && changed("application", diff.app), diff.auth && changed("sign-in", diff.auth)];
  return [
    ...whole.filter((each) => each !== null),
    ...items("permission", diff.permissions), ...items("role", diff.roles), ...items("type", diff.types),
    ...items("attribute", diff.attributes), ...items("condition", diff.conditions),
  ];
}

function items(what: string, of: Items): Change[] {
  return [
    ...of.removed.map(({ key, value }): Change => ({ kind: "gone", what, key, before: lines(value) })),
    ...of.changed.map((each) => changed(what, each)),
    ...of.added.map(({ key, value }): Change => ({ kind: "new", what, key, after: lines(value) })),
  ];
}

function changed(what: string, { key, before, after }: { key: string; before?: unknown; after?: unknown }): Change {
  if (before === null || before === undefined) return { kind: "new", what, key, after: lines(after) };
  if (typeof before !== "object" || typeof after !== "object") return { kind: "changed", what, key, before: lines(before), after: lines(after) };
  const members = differences(before, after).filter((each) => each.kind !== "same");
  const side = (of: "before" | "after") => members.map((each) => `${each.path}: ${each[of] ?? "–"}`).join("\n");
  return { kind: "changed", what, key, before: side("before"), after: side("after") };
}

/** A declaration, a member a line, without its key. */
function lines(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return differences({}, value).filter((each) => each.path !== "key").map((each) => `${each.path}: ${each.after}`).join("\n");
}
