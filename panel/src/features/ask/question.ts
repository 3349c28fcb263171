import { t } from "../../strings/ask";
import { objectOf } from "../../ui/json";
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
  if (!/^[^:\s]+:\S+$/.test(permission)) faults.permission = permission ? t.chooseOneSuggestedOr : t.choosePermission;
  if (resource && !/^[^:\s]+:\S+$/.test(resource)) faults.resource = t.writeTypeIdSuch;
  const { value: context, fault } = objectOf(typed.context);
  if (fault) faults.context = fault;
  if (Object.keys(faults).length > 0) return { faults };
  return { faults, body: { subject, permission, ...(resource && { resource }), ...(context && { context }) } };
}

/** The request as a line for a POSIX shell, with the token in a variable. */
export function curl(api: string, body: CheckBody): string {
  const quoted = `'${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  return `curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${quoted} ${api}/api/iam/v1/decisions/check`;
}
