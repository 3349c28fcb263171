import { t } from "../../strings/ask";
import { subjectFault } from "../../ui/subjects";

/** A question as it is typed. */
export interface Typed {
  subject: string;
  permission: string;
  resource: string;
  /** JSON, or nothing. */
  context: string;
}

/** The body of `decisions/check` and `decisions/explain`. */
export interface CheckBody {
  subject: string;
  permission: string;
  resource?: string;
  context?: Record<string, unknown>;
}

export type Faults = Partial<Record<keyof Typed, string>>;

export function toBody(typed: Typed): { body?: CheckBody; faults: Faults } {
  const faults: Faults = {};
  const subject = typed.subject.trim();
  const permission = typed.permission.trim();
  const resource = typed.resource.trim();
  if (subjectFault(subject)) faults.subject = subjectFault(subject);
  if (!/^[^:\s]+:\S+$/.test(permission)) faults.permission = t.chooseOneSuggestedOr;
  if (resource && !/^[^:\s]+:\S+$/.test(resource)) faults.resource = t.writeTypeIdSuch;
  const context = readContext(typed.context, faults);
  if (Object.keys(faults).length > 0) return { faults };
  return { faults, body: { subject, permission, ...(resource && { resource }), ...(context && { context }) } };
}

function readContext(text: string, faults: Faults): Record<string, unknown> | undefined {
  if (!text.trim()) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    faults.context = t.writeObjectSuchAs;
  } catch (e) {
    faults.context = t.notJson(e instanceof Error ? e.message : String(e));
  }
  return undefined;
}

/** The request as a line for a POSIX shell, with the token in a variable. */
export function curl(api: string, body: CheckBody): string {
  const quoted = `'${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  return `curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${quoted} ${api}/api/iam/v1/decisions/check`;
}
