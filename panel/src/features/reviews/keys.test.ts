import { expect, test } from "vitest";
import { actsOn, afterDeciding, move, step } from "./keys";

const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });

test("keys mean nothing while a person types, or with a modifier", () => {
  expect(move(key("c"), false)).toBe("certify");
  expect(move(key("c"), true)).toBeUndefined();
  expect(move(key("r", { ctrlKey: true }), false)).toBeUndefined();
});

test("a key that is held down moves, and never decides", () => {
  expect(move(key("j", { repeat: true }), false)).toBe("next");
  expect(move(key("c", { repeat: true }), false)).toBeUndefined();
  expect(move(key("r", { repeat: true }), false)).toBeUndefined();
  expect(move(key("d", { repeat: true }), false)).toBeUndefined();
  expect(move(key("x", { repeat: true }), false)).toBeUndefined();
});

test("steps go by id; where the selected item vanished they begin at the top", () => {
  const ids = ["a", "b", "c"];
  expect(step(ids, "a", 1)).toBe("b");
  expect(step(ids, "c", 1)).toBe("c");
  expect(step(ids, "a", -1)).toBe("a");
  expect(step(ids, undefined, 1)).toBe("a");
  expect(step(ids, "gone", -1)).toBe("a");
  expect(step([], undefined, 1)).toBeUndefined();
});

test("a decision leads to the next item, at the end to the one before, and moves no other selection", () => {
  const ids = ["a", "b", "c"];
  expect(afterDeciding(ids, "b", "b")).toBe("c");
  expect(afterDeciding(ids, "c", "c")).toBe("b");
  expect(afterDeciding(["a"], "a", "a")).toBeUndefined();
  expect(afterDeciding(ids, "a", "b")).toBe("a");
  expect(afterDeciding(ids, undefined, "b")).toBeUndefined();
});

test("a decision may be changed or taken back until the campaign has applied it", () => {
  expect(actsOn({ decision: "undecided", outcome: null })).toEqual(["certify", "revoke", "delegate"]);
  expect(actsOn({ decision: "certified", outcome: null })).toEqual(["revoke", "reset"]);
  expect(actsOn({ decision: "revoked", outcome: null })).toEqual(["certify", "reset"]);
  expect(actsOn({ decision: "revoked", outcome: "revoked" })).toEqual([]);
});
