import { expect, test } from "vitest";
import { afterLeaving, move } from "./keys";

const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("keys mean nothing while a person types, or with a modifier", () => {
  expect(move(key("c"), false)).toBe("certify");
  expect(move(key("c"), true)).toBeUndefined();
  expect(move(key("r", { ctrlKey: true }), false)).toBeUndefined();
});

test("the selection stays where it is, and moves up only at the end", () => {
  expect(afterLeaving(1, 5)).toBe(1);
  expect(afterLeaving(4, 5)).toBe(3);
  expect(afterLeaving(0, 1)).toBe(0);
});
