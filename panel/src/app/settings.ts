import { type Config, readConfig } from "./config";

let loaded: Config | undefined;

/** The settings; `loadConfig` has read them before anything asks. */
export function config(): Config {
  if (!loaded) throw new Error("config.json is not loaded");
  return loaded;
}

export async function loadConfig(): Promise<void> {
  const answer = await fetch("/config.json", { cache: "no-cache" });
  if (!answer.ok) throw new Error(`config.json: the server answered ${answer.status}`);
  loaded = readConfig(await answer.json(), location.origin);
}
