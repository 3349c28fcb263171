import { t } from "../../strings/ask";

/** Reason codes in words; a code that is not here is shown as it stands. */
const REASONS: Record<string, string> = t.reasons;

const VERDICTS: Record<string, string> = t.verdicts;

export const reason = (code: string) => REASONS[code] ?? code;
export const verdict = (code: string) => VERDICTS[code] ?? code.replaceAll("_", " ");
