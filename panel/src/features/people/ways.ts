import { t } from "../../strings/people";

const WAYS: Record<string, string> = t.methods;

/** How a person signed in, in words; presence counts for itself only where nothing else was asked for. */
export function waysOf(amr: readonly string[]): string {
  const others = amr.filter((each) => each !== "user");
  return [...new Set((others.length > 0 ? others : amr).map((each) => WAYS[each] ?? each))].join(", ");
}
