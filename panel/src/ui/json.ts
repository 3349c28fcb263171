import { t } from "../strings/ui";

/** The JSON object of a text, or its fault; an empty text has neither. */
export function objectOf(text: string): { value?: Record<string, unknown>; fault?: string } {
  if (!text.trim()) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value: value as Record<string, unknown> };
    return { fault: t.writeObjectSuchAs };
  } catch (e) {
    return { fault: t.notJson(e instanceof Error ? e.message : String(e)) };
  }
}

/** An object as a person reads it; nothing where it is empty. */
export const textOf = (value: object | null | undefined) => (value && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : "");
