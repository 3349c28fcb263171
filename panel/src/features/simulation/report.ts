import type { Schemas } from "../../api/client";
import { t } from "../../strings/simulation";
import { count, exact, number } from "../../ui/words";

export type Report = Schemas["SimulationView"];

const WORDS: Record<string, string> = t.differences;
/** So many groups are shown; the rest is a number. */
export const MOST = 50;

export const word = (difference: string) => WORDS[difference] ?? difference.replaceAll("_", " ");

/** A report in sentences: what would change, and what it does not know. */
export function inSentences({ decisions }: Report): string[] {
  const { evaluated, differences, groups, ungrouped, complete, complete_from: since, not_evaluated: left } = decisions;
  const found = Object.entries(differences).filter(([, n]) => n > 0);
  const changed = found.reduce((sum, [, n]) => sum + n, 0);
  const unlisted = ungrouped + groups.slice(MOST).reduce((sum, group) => sum + group.decisions, 0);
  const untried = Object.values(left).reduce((sum, n) => sum + n, 0);
  const all = count(evaluated, t.recordedDecision);
  return [
    evaluated === 0 ? t.noDecision
      : changed === 0 ? t.noneChanges(all)
      : t.someChange(all, number(changed), found.map(([difference, n]) => `${number(n)} ${word(difference)}`).join(", ")),
    ...(unlisted > 0 ? [t.andMore(number(unlisted))] : []),
    ...(complete ? [] : [t.onlySince(exact(since))]),
    ...(untried > 0 ? [t.notAsked(count(untried, t.recordedDecision))] : []),
  ];
}
