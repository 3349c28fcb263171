/** The decisions of one interval. */
export interface Point {
  start: string;
  allow: number;
  deny: number;
  step_up: number;
}

export interface Window {
  from: string;
  to: string;
  interval_seconds: number;
}

/** Columns for a plot, one entry an interval; the API leaves out intervals without a decision. */
export interface Columns {
  /** Seconds of the epoch. */
  start: number[];
  allow: number[];
  deny: number[];
  stepUp: number[];
}

export function columns(window: Window, points: Point[]): Columns {
  const found = new Map(points.map((point) => [Date.parse(point.start) / 1000, point]));
  const filled: Columns = { start: [], allow: [], deny: [], stepUp: [] };
  const end = Date.parse(window.to) / 1000;
  for (let at = Date.parse(window.from) / 1000; at < end; at += window.interval_seconds) {
    const point = found.get(at);
    filled.start.push(at);
    filled.allow.push(point?.allow ?? 0);
    filled.deny.push(point?.deny ?? 0);
    filled.stepUp.push(point?.step_up ?? 0);
  }
  return filled;
}

/** Intervals with far more denials than usual. */
export interface Spike {
  /** Places in the columns. */
  at: number[];
  /** The place with the most denials. */
  worst: number;
  /** The median of denials over the intervals with decisions; the lower one of two. */
  usual: number;
}

/** Fewer denials than this are no spike, however few are usual. */
const LEAST = 20;
const TIMES = 3;
/** With fewer intervals than this nothing is usual yet. */
const HISTORY = 3;

export function spike(of: Columns): Spike | undefined {
  const busy = of.deny.filter((deny, i) => deny + (of.allow[i] ?? 0) + (of.stepUp[i] ?? 0) > 0);
  if (busy.length < HISTORY) return undefined;
  const usual = busy.sort((a, b) => a - b)[Math.floor((busy.length - 1) / 2)] ?? 0;
  const least = Math.max(LEAST, usual * TIMES);
  const at = of.deny.flatMap((deny, i) => (deny >= least ? [i] : []));
  if (at.length === 0) return undefined;
  const worst = at.reduce((most, i) => ((of.deny[i] ?? 0) > (of.deny[most] ?? 0) ? i : most));
  return { at, worst, usual };
}

export const WINDOWS = { "24h": 86_400, "7d": 604_800, "30d": 2_592_000 } as const;
export type WindowName = keyof typeof WINDOWS;

/** The start of a window, on a whole minute: refreshes within it are one question. */
export function from(window: WindowName, now: number): string {
  return new Date(Math.floor(now / 60_000) * 60_000 - WINDOWS[window] * 1000).toISOString();
}
