import { expect, test } from "vitest";
import { objectOf, textOf } from "./json";

test("nothing is neither a value nor a fault", () => expect(objectOf("  ")).toEqual({}));

test("an object is read, and written as it was", () => {
  expect(objectOf("{\"site\": \"berlin\"}")).toEqual({ value: { site: "berlin" } });
  expect(objectOf(textOf({ site: "berlin", level: 3 }))).toEqual({ value: { site: "berlin", level: 3 } });
  expect([textOf({}), textOf(null)]).toEqual(["", ""]);
});

test.each(["[1]", "5", "null", "{site"])("%s has a fault", (text) => {
  const { value, fault } = objectOf(text);
  expect(value).toBeUndefined();
  expect(fault).toMatch(/^(Not JSON|Write an object)/);
});
