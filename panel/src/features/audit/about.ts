import type { Schemas } from "../../api/client";
import { reference } from "./reference";

/** A role or a permission that a record is about. */
export interface Right {
  privilege_type: string;
  privilege_key: string;
}

/** The thing or the person that a record is about, as far as its images say. */
export interface About {
  /** The name that the thing has itself. */
  name?: string;
  /** Whom it concerns, such as `user:01a2…`. */
  subject?: string;
  right?: Right;
  /** The group of a member, as a reference. */
  group?: string;
  /** A relation and its object. */
  relation?: string;
}

type Image = Record<string, unknown>;

const isImage = (value: unknown): value is Image => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);

/** A subject as images have it: `{type, id}`, or `type:id`. An erased one is neither. */
function subjectOf(value: unknown): string | undefined {
  if (isImage(value)) return text(value.type) && text(value.id) ? reference(value) : undefined;
  return text(value)?.includes(":") ? text(value) : undefined;
}

/** Reads what a record is about from the image after the change, or from the one before where nothing is left. */
export function aboutOf({ before, after }: Pick<Schemas["AuditEventView"], "before" | "after">): About {
  const image = isImage(after) ? after : isImage(before) ? before : {};
  const person = text(image.user);
  const group = text(image.group_id);
  const key = text(image.privilege_key) ?? text(image.role_key);
  const object = subjectOf(image.object);
  return {
    name: text(image.name) ?? text(image.label) ?? text(image.url) ?? text(image.key),
    subject: subjectOf(image.subject) ?? subjectOf(image.member) ?? subjectOf(image.requester) ?? (person && `user:${person}`),
    right: key ? { privilege_type: text(image.privilege_type) ?? "role", privilege_key: key } : undefined,
    group: group && `group:${group}`,
    relation: object && [text(image.relation), object].filter(Boolean).join(" "),
  };
}
