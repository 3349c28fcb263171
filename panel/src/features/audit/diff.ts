/** A member that changed, by its path. */
export interface Difference {
  path: string;
  before?: string;
  after?: string;
  kind: "new" | "gone" | "changed" | "same";
}

/** Compares two states of a resource, member by member; order is that of the paths. */
export function differences(before: unknown, after: unknown): Difference[] {
  const one = flat(before);
  const other = flat(after);
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  return paths.map((path) => {
    const was = one.get(path);
    const is = other.get(path);
    const kind = was === undefined ? "new" : is === undefined ? "gone" : was === is ? "same" : "changed";
    return { path, before: was, after: is, kind };
  });
}

/** The leaves by their paths, but for empty ones. A list is a leaf: places in it mean nothing to a reader. */
function flat(state: unknown, at = "", leaves = new Map<string, string>()): Map<string, string> {
  if (typeof state === "object" && state !== null && !Array.isArray(state) && Object.keys(state).length > 0) {
    for (const [name, value] of Object.entries(state)) flat(value, at ? `${at}.${name}` : name, leaves);
  } else if (state !== undefined && state !== null && at) {
    leaves.set(at, typeof state === "string" ? state : JSON.stringify(state));
  }
  return leaves;
}
