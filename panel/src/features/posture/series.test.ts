import { expect, test } from "vitest";
import { columns, from, spike } from "./series";

const window = { from: "2026-11-28T00:00:00Z", to: "2026-11-28T10:00:00Z", interval_seconds: 3600 };
const point = (hour: number, deny: number, allow = 10) => ({
  start: `2026-11-28T0${hour}:00:00Z`, allow, deny, step_up: 0,
});

test("intervals without a decision are zero", () => {
  const filled = columns(window, [point(2, 3)]);
  expect(filled.start).toHaveLength(10);
  expect(filled.deny).toEqual([0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
  expect(filled.allow[2]).toBe(10);
});

test("far more denials than usual are a spike, at their place", () => {
  const denials = [2, 3, 2, 4, 3, 2, 3, 90, 3, 30];
  const found = spike(columns(window, denials.map((deny, hour) => point(hour, deny))));
  expect(found).toEqual({ at: [7, 9], worst: 7, usual: 3 });
});

test("few denials, many everywhere, and a short history are none", () => {
  const of = (denials: number[]) => spike(columns(window, denials.map((deny, hour) => point(hour, deny))));
  expect(of([0, 0, 0, 0, 0, 0, 0, 19, 0, 0])).toBeUndefined();
  expect(of([50, 60, 55, 58, 61, 52, 57, 90, 50, 51])).toBeUndefined();
  expect(of([1, 900])).toBeUndefined();
});

test("a rise is seen where many intervals have it, and where the history is short", () => {
  const of = (denials: number[]) => spike(columns(window, denials.map((deny, hour) => point(hour, deny))));
  expect(of([2, 2, 2, 2, 2, 500, 500, 500])).toEqual({ at: [5, 6, 7], worst: 5, usual: 2 });
  expect(of([1, 1, 1, 1, 900])).toEqual({ at: [4], worst: 4, usual: 1 });
  expect(of([1, 1, 900])).toEqual({ at: [2], worst: 2, usual: 1 });
});

test("a window begins on a whole minute", () => {
  expect(from("24h", Date.parse("2026-11-28T12:00:59.5Z"))).toBe("2026-11-27T12:00:00.000Z");
});
