import type { Schemas } from "../../api/client";
import { t } from "../../strings/grants";
import { subjectFault } from "../../ui/subjects";
import type { Suggestion } from "../../ui/suggestions";

export type Body = Schemas["CreateGrantRequest"];

/** A grant as it is typed; what is empty is not sent. */
export type Typed = Record<
  "subject" | "privilege_type" | "privilege_key" | "effect" | "resource" | "condition" | "valid_until" | "justification", string>;

export type Faults = Partial<Record<keyof Typed, string>>;

/** Reads the form; a time is that of the browser's zone. */
export function toBody(typed: Typed): { body?: Body; faults: Faults } {
  const fault = subjectFault(typed.subject);
  if (fault) return { faults: { subject: fault } };
  const filled = Object.entries(typed).map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== "");
  const body = Object.fromEntries(filled) as Partial<Body> as Body;
  if (body.valid_until) {
    const until = new Date(body.valid_until);
    // Years beyond 9999 have another form (ISO 8601, expanded representation).
    if (!(until.getFullYear() <= 9999)) return { faults: { valid_until: t.thereNoSuchTime } };
    body.valid_until = until.toISOString();
  }
  return { body, faults: {} };
}

/** The kind of privilege that a key is of, where it is of one kind alone. */
export function kindOf(key: string, roles: readonly Suggestion[], permissions: readonly Suggestion[]): "role" | "permission" | undefined {
  const has = ({ value }: Suggestion) => value === key.trim();
  const isRole = roles.some(has);
  return isRole === permissions.some(has) ? undefined : isRole ? "role" : "permission";
}
