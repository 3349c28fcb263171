export type Act = "certify" | "revoke" | "reset" | "delegate";
export type Move = "next" | "previous" | "certify" | "revoke" | "delegate" | "tick" | "help";

const KEYS: Record<string, Move> = {
  j: "next", ArrowDown: "next", k: "previous", ArrowUp: "previous", c: "certify", r: "revoke", d: "delegate", x: "tick", "?": "help",
};

/** What a key means in the inbox; nothing while a person types, or with a modifier. */
export function move(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat">, typing: boolean): Move | undefined {
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const does = KEYS[event.key];
  // A key that is held down moves, and decides nothing.
  return event.repeat && does !== "next" && does !== "previous" ? undefined : does;
}

/** The id that a step leads to; the first where none of the list is selected. */
export function step(ids: string[], selected: string | undefined, by: 1 | -1): string | undefined {
  const at = selected === undefined ? -1 : ids.indexOf(selected);
  return at < 0 ? ids[0] : ids[Math.max(0, Math.min(at + by, ids.length - 1))];
}

/** The selection after the person's own decision on an item: the next one, or the last. */
export function afterDeciding(ids: string[], selected: string | undefined, decided: string): string | undefined {
  if (selected !== decided) return selected;
  const at = ids.indexOf(decided);
  return ids[at + 1] ?? ids[at - 1];
}

/** The acts that a decision leaves: another one, or none, until the campaign has applied it; and a reviewer for what is open. */
export function actsOn({ decision, outcome }: { decision: "undecided" | "certified" | "revoked"; outcome: string | null }): Act[] {
  if (outcome) return [];
  return decision === "undecided" ? ["certify", "revoke", "delegate"] : decision === "certified" ? ["revoke", "reset"] : ["certify", "reset"];
}
