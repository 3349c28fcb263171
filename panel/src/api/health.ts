import { store } from "../app/store";
import { isSilence, type Problem } from "./problem";

/** Whether the service answers, as far as this page has seen. */
export type Health =
  | { is: "well"; at: number }
  /** Denies everything since the time; `good` is the last answer before it, if any. */
  | { is: "denying"; since: number; good?: number }
  | { is: "silent"; since: number; good?: number };

export const health = store<Health>({ is: "well", at: 0 });

/** The next state after an answer; a problem that is no outage is an answer like any other. */
export function after(now: Health, at: number, problem?: Problem): Health {
  const is = problem?.kind === "dependency-unavailable" ? "denying" : problem && isSilence(problem) ? "silent" : "well";
  if (is === "well") return { is, at };
  if (now.is === "well") return { is, since: at, good: now.at || undefined };
  return now.is === is ? now : { ...now, is };
}

/** Milliseconds until the state is asked again: the longer an outage lasts, the less often. */
export function watchPause(now: Health, time: number): number {
  const lasted = now.is === "well" ? 0 : time - now.since;
  return lasted < 60_000 ? 15_000 : lasted < 180_000 ? 30_000 : 60_000;
}

export function note(problem?: Problem): void {
  health.set(after(health.get(), Date.now(), problem));
}
