/** The members of a resource that a form changes, as texts. */
export type Draft<M extends string = string> = Record<M, string>;

/** Members that are lists, and how the entries of each are told apart; the others are one text. */
export type Lists<M extends string> = Partial<Record<M, (text: string) => string[]>>;

/** A member that two people changed from the same beginning, or one of them alone. */
export interface Clash<M extends string> {
  member: M;
  before: string;
  theirs: string;
  yours: string;
}

/** The members in which two changes of the same resource differ. */
export function clashes<M extends string>(lists: Lists<M>, before: Draft<M>, theirs: Draft<M>, yours: Draft<M>): Clash<M>[] {
  return (Object.keys(before) as M[])
    .filter((member) => !same(lists, member, theirs, yours))
    .map((member) => ({ member, before: before[member], theirs: theirs[member], yours: yours[member] }));
}

/**
 * Both changes together: of a list whatever either of them added, without whatever either took
 * away; of a text the one that changed, yours where both did.
 */
export function merged<M extends string>(lists: Lists<M>, before: Draft<M>, theirs: Draft<M>, yours: Draft<M>): Draft<M> {
  const both = (member: M) => {
    const entries = lists[member];
    if (!entries) return same(lists, member, yours, before) ? theirs[member] : yours[member];
    const [was, other, own] = [before, theirs, yours].map((draft) => new Set(entries(draft[member])));
    return [...new Set([...(other ?? []), ...(own ?? [])])]
      .filter((each) => !was?.has(each) || (other?.has(each) && own?.has(each)))
      .sort().join("\n");
  };
  return Object.fromEntries((Object.keys(before) as M[]).map((member) => [member, both(member)])) as Draft<M>;
}

/** The order of a list counts for nothing. */
function same<M extends string>(lists: Lists<M>, member: M, a: Draft<M>, b: Draft<M>): boolean {
  const entries = lists[member] ?? ((text: string) => [text.trim()]);
  return entries(a[member]).sort().join("\n") === entries(b[member]).sort().join("\n");
}

/** A list in an order of its own, an entry a line. */
export const lined = (entries: readonly string[]) => [...entries].sort().join("\n");

/** The entries of a text that has one a line. */
export const lines = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** What the service says of a member, or of a part of it. */
export function told(errors: Record<string, string[]> | undefined, member: string): string | undefined {
  const own = Object.entries(errors ?? {}).filter(([place]) => place === member || (place.startsWith(member) && /^\W/.test(place.slice(member.length))));
  return own.flatMap(([, messages]) => messages).join(", ") || undefined;
}
