import type { Schemas } from "../../api/client";

export type Verification = Schemas["VerificationView"];

/** The meaning of a verification. Only a cause of its own says that the chain is broken. */
export type Verdict = "intact" | "broken" | "open" | "unfinished" | "unconfirmed";

/** Every verdict that applies; the first one weighs most. */
export function verdicts(of: Verification): Verdict[] {
  if (of.cause) return ["broken"];
  if (of.valid) return ["intact"];
  const found: Verdict[] = [];
  if (of.open_findings && of.open_findings.length > 0) found.push("open");
  if (of.decisions && !of.decisions.complete) found.push("unfinished");
  return found.length > 0 ? found : ["unconfirmed"];
}
