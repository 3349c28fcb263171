import type { Schemas } from "../../api/client";

export type Model = Schemas["ModelView"];

/** A relation that may hold between objects of two types. */
export interface Edge {
  from: string;
  to: string;
  /** The relation's name; with `#member` where it holds for a userset, `:*` where for everyone. */
  label: string;
}

/** A type with its names, in the order of the model. */
export interface Type {
  name: string;
  relations: [string, string][];
  permissions: [string, string][];
}

/** Types that need no declaration (`language-relations.md`). */
const DIRECTORY = ["user", "service_account", "agent", "group"];
const TERM = /^([A-Za-z_][\w-]*)(:\*|#[\w-]+)?(?:\s+with\s+[\w-]+)?$/;

export function typesOf(model: Pick<Model, "types">): Type[] {
  return Object.entries(model.types as Record<string, Record<string, Record<string, string>>>).map(([name, parts]) => ({
    name,
    relations: Object.entries(parts.relations ?? {}),
    permissions: Object.entries(parts.permissions ?? {}),
  }));
}

/** The edges of a model: what may be stored. Names that only follow from others are not among them. */
export function edgesOf(types: Type[]): Edge[] {
  const known = new Set([...DIRECTORY, ...types.map((type) => type.name)]);
  return types.flatMap(({ name: from, relations }) =>
    relations.flatMap(([relation, text]) =>
      stored(text).flatMap((term) => {
        const [, to = "", more = ""] = TERM.exec(term.trim()) ?? [];
        return known.has(to) ? [{ from, to, label: relation + more }] : [];
      })));
}

/** The terms that a relation's text stores: those in brackets, or all where there are none. */
function stored(text: string): string[] {
  return (/\[([^\]]*)\]/.exec(text)?.[1] ?? text).split("|");
}

export interface Place {
  name: string;
  column: number;
  row: number;
}

/** A place for each type: one column to the right of those that point to it; cycles are cut where they close. */
export function layout(types: Type[], edges: Edge[]): Place[] {
  const names = [...new Set([...types.map((type) => type.name), ...edges.map((edge) => edge.to)])];
  const column = new Map<string, number>();
  const place = (name: string, way: Set<string>): number => {
    const known = column.get(name);
    if (known !== undefined) return known;
    const before = edges.filter((edge) => edge.to === name && edge.from !== name && !way.has(edge.from)).map((edge) => edge.from);
    const at = before.length === 0 ? 0 : 1 + Math.max(...before.map((from) => place(from, new Set(way).add(name))));
    if (way.size === 0) column.set(name, at);
    return at;
  };
  for (const name of names) place(name, new Set());
  const filled: number[] = [];
  return names.map((name) => {
    const at = column.get(name) ?? 0;
    const row = filled[at] ?? 0;
    filled[at] = row + 1;
    return { name, column: at, row };
  });
}
