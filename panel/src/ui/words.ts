import { t } from "../strings/ui";

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const EXACT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const NUMBER = new Intl.NumberFormat("en");
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3_600], ["minute", 60],
];

/** "3 minutes ago", "in 2 days"; "just now" within a minute. */
export function relative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  }
  return t.justNow;
}

export const exact = (at: number | string) => EXACT.format(new Date(at));
export const clock = (at: number) => CLOCK.format(at);
export const number = (value: number) => NUMBER.format(value);
export const percent = (part: number) => `${(part * 100).toFixed(part > 0 && part < 0.1 ? 1 : 0)} %`;

/** A time that has passed: "40 s", "11 min", "3 h". */
export function lasting(seconds: number): string {
  if (seconds < 120) return `${number(seconds)} s`;
  return seconds < 7_200 ? `${number(Math.floor(seconds / 60))} min` : `${number(Math.floor(seconds / 3_600))} h`;
}

const PARTS = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** A duration of ISO 8601 in words: "8 hours", "1 day 12 hours". */
export function duration(text: string): string {
  const found = PARTS.exec(text)?.slice(1) ?? [];
  const words = t.durations.flatMap((unit, i) => Number(found[i]) > 0 ? [count(Number(found[i]), unit)] : []);
  return words.join(" ") || text;
}

/** "1 record", "2 records", "100+ records" where a page of a list was full. */
export function count(n: number, one: string, more = false): string {
  return `${number(n)}${more ? "+" : ""} ${n === 1 && !more ? one : `${one}s`}`;
}

/** `iam.grant.created` as "grant created". */
export const eventWords = (type: string) => type.replace(/^iam\./, "").replace(/[._]/g, " ");

/** The entries of a text that names several, by comma or space. */
export const several = (text: string) => text.split(/[\s,]+/).filter(Boolean);
