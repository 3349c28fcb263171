import { eventWords } from "../../ui/words";
import { TYPES } from "../webhooks/events";

/** The beginning that texts have in common. */
function shared(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  let length = first.length;
  while (!others.every((each) => each.startsWith(first.slice(0, length)))) length--;
  return first.slice(0, length);
}

/** The words of the list for a beginning of types; the beginning where they mean another. */
export function typeWords(beginning: string): string {
  const words = eventWords(beginning).trim();
  return typeBeginning(words) === beginning ? words : beginning;
}

/** The beginning of types that a text means, by types or by the words of the list: `grant` means `iam.grant.`; undefined for none. */
export function typeBeginning(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  if (TYPES.some((type) => type.startsWith(typed))) return typed;
  const words = eventWords(typed).trim();
  const meant = TYPES.filter((type) => eventWords(type).startsWith(words));
  return words && meant.length > 0 ? shared(meant) : undefined;
}
