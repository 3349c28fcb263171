import { expect, test } from "vitest";
import { count, duration, eventWords, lasting, percent, relative } from "./words";

const now = Date.parse("2026-11-28T12:00:00Z");

test.each([
  ["2026-11-28T11:59:30Z", "just now"],
  ["2026-11-28T11:57:00Z", "3 minutes ago"],
  ["2026-11-27T12:00:00Z", "yesterday"],
  ["2026-11-30T12:00:00Z", "in 2 days"],
  ["2024-11-28T12:00:00Z", "2 years ago"],
])("%s is %s", (at, words) => expect(relative(Date.parse(at), now)).toBe(words));

test("counts", () => {
  expect(count(1, "record")).toBe("1 record");
  expect(count(1200, "record")).toBe("1,200 records");
  expect(count(100, "item", true)).toBe("100+ items");
});

test("small shares keep a digit", () => {
  expect(percent(0.085)).toBe("8.5 %");
  expect(percent(0.5)).toBe("50 %");
  expect(percent(0)).toBe("0 %");
});

test("event types in words", () => expect(eventWords("iam.access_review.created")).toBe("access review created"));

test.each([["PT8H", "8 hours"], ["P1DT12H", "1 day 12 hours"], ["PT90M", "90 minutes"], ["P30D", "30 days"], ["P1Y", "P1Y"], ["PT0S", "PT0S"]])(
  "%s is %s", (text, words) => expect(duration(text)).toBe(words));

test("a lag in the unit that fits", () => expect([0, 119, 120, 7_199, 7_200].map(lasting)).toEqual(["0 s", "119 s", "2 min", "119 min", "2 h"]));
