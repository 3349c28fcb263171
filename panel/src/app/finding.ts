import { t } from "../strings/app";

/** From this many letters on the service is searched. */
export const LEAST_LETTERS = 2;

/** The search of the service, as far as it has come. */
export interface Search {
  /** The text as it is typed. */
  wanted: string;
  /** The text that the search is of. */
  asked: string;
  answered: boolean;
  failed: boolean;
}

/** Whether those that were found are those of the present text. */
export function isPresent({ wanted, asked, answered }: Search): boolean {
  return wanted.length >= LEAST_LETTERS && asked === wanted && answered;
}

/** The words below the list, of `found` entries; undefined where the list says all, or is under way. */
export function said(search: Search, found: number): string | undefined {
  if (search.wanted.length < LEAST_LETTERS) return found > 0 ? undefined : t.foundFromTwo;
  if (search.asked !== search.wanted) return undefined;
  if (search.failed) return t.notAllSearched;
  return found === 0 && search.answered ? t.nothingHasName : undefined;
}
