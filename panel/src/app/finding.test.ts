import { expect, test } from "vitest";
import { isPresent, said } from "./finding";

const search = { wanted: "ann", asked: "ann", answered: true, failed: false };

test("those of an older text are not those of the present one", () => {
  expect(isPresent(search)).toBe(true);
  expect(isPresent({ ...search, wanted: "anna" })).toBe(false);
  expect(isPresent({ ...search, answered: false })).toBe(false);
  expect(isPresent({ ...search, wanted: "a", asked: "a" })).toBe(false);
});

test("that nothing has a name is said after an answer alone", () => {
  expect(said(search, 0)).toBe("Nothing is found by this name.");
  expect(said(search, 1)).toBeUndefined();
  expect(said({ ...search, answered: false }, 0)).toBeUndefined();
  expect(said({ ...search, wanted: "anna" }, 0)).toBeUndefined();
  expect(said({ ...search, wanted: "x", asked: "x" }, 0)).toBe("People, groups and roles are found from two letters on.");
});

test("a search that failed is said, also beside pages that were found", () => {
  expect(said({ ...search, answered: false, failed: true }, 2)).toBe("Not all names could be searched.");
});
