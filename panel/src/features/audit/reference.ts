/** The actor or target of a record as `type:id`. */
export function reference(of: Record<string, unknown>): string {
  const text = (name: string) => (typeof of[name] === "string" ? (of[name] as string) : "");
  return `${text("type")}:${text("id") || text("name") || text("key")}`;
}
