export type Move = "next" | "previous" | "certify" | "revoke" | "help";

const KEYS: Record<string, Move> = {
  j: "next", ArrowDown: "next", k: "previous", ArrowUp: "previous", c: "certify", r: "revoke", "?": "help",
};

/** What a key means in the inbox; nothing while a person types, or with a modifier. */
export function move(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">, typing: boolean): Move | undefined {
  return typing || event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
}

/** Where the selection goes when the row at `at` leaves a list of `length` rows. */
export function afterLeaving(at: number, length: number): number {
  return Math.max(0, Math.min(at, length - 2));
}
