import { several } from "../../ui/words";
import type { Role } from "./RolesPage";

/** The members of a role that its page changes, as text. */
export interface Draft {
  label: string;
  permissions: string;
  includes: string;
}

export const draftOf = (role: Pick<Role, "label" | "permissions" | "includes">): Draft =>
  ({ label: role.label, permissions: [...role.permissions].sort().join("\n"), includes: [...role.includes].sort().join("\n") });

export const bodyOf = (draft: Draft) =>
  ({ label: draft.label.trim(), permissions: several(draft.permissions), includes: several(draft.includes) });

/** A member that two people changed from the same beginning, or one of them alone. */
export interface Clash {
  member: string;
  before: string;
  theirs: string;
  yours: string;
}

/** The members in which two changes of the same role differ. */
export function clashes(before: Draft, theirs: Draft, yours: Draft): Clash[] {
  return (["label", "permissions", "includes"] as const)
    .filter((member) => same(theirs[member]) !== same(yours[member]))
    .map((member) => ({ member, before: before[member], theirs: theirs[member], yours: yours[member] }));
}

/**
 * Both changes together: of a list whatever either of them added, without whatever either took
 * away; of a text the one that changed, yours where both did.
 */
export function merged(before: Draft, theirs: Draft, yours: Draft): Draft {
  const list = (member: "permissions" | "includes") => {
    const [was, other, own] = [before, theirs, yours].map((draft) => new Set(several(draft[member])));
    return [...new Set([...(other ?? []), ...(own ?? [])])]
      .filter((each) => !was?.has(each) || (other?.has(each) && own?.has(each)))
      .sort().join("\n");
  };
  return {
    label: same(yours.label) === same(before.label) ? theirs.label : yours.label,
    permissions: list("permissions"),
    includes: list("includes"),
  };
}

const same = (text: string) => several(text).join(" ");
