import { t } from "../strings/ui";

/** A subject's reference such as `user:ann`, in its parts; undefined for any other text. */
export function subjectOf(text: string): { type: string; id: string } | undefined {
  const [, type, id] = /^([a-z_]+):(.+)$/.exec(text.trim()) ?? [];
  return type && id ? { type, id } : undefined;
}

/** The fault of a text that is to be a subject's reference. */
export const subjectFault = (text: string) =>
  subjectOf(text) ? undefined : t.chooseOneSuggestedOr;
