/** The panel's settings, read at run time from `config.json` beside the index. */
export interface Config {
  /** The issuer of sign-in. */
  issuer: string;
  /** Where the API is; the origin alone. */
  api: string;
  clientId: string;
}

/** Reads the settings. An empty address stands for the panel's own origin. */
export function readConfig(file: unknown, origin: string): Config {
  const members = typeof file === "object" && file !== null ? (file as Record<string, unknown>) : {};
  return {
    issuer: address(members, "issuer", origin),
    api: address(members, "api", origin),
    clientId: text(members, "client_id") || "panel",
  };
}

function text(members: Record<string, unknown>, name: string): string {
  const value = members[name] ?? "";
  if (typeof value !== "string") {
    throw new Error(`config.json: "${name}" must be a string`);
  }
  return value;
}

function address(members: Record<string, unknown>, name: string, origin: string): string {
  const value = text(members, name) || origin;
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(value)) {
    throw new Error(`config.json: "${name}" must be an http(s) address, not "${value}"`);
  }
  return value.replace(/\/$/, "");
}
