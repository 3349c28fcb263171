import { expect, test } from "vitest";
import { bodyOf, clashes, draftOf, merged } from "./edit";

const before = draftOf({ label: "Clerk", permissions: ["w:b", "w:a"], includes: [] });

test("a draft is the role again, in an order of its own", () => {
  expect(bodyOf(before)).toEqual({ label: "Clerk", permissions: ["w:a", "w:b"], includes: [] });
});

test("only members in which both differ clash", () => {
  const theirs = { ...before, permissions: "w:a\nw:b\nw:c" };
  const yours = { ...before, permissions: "w:a, w:b,w:d" };
  expect(clashes(before, theirs, yours).map((each) => each.member)).toEqual(["permissions"]);
  expect(clashes(before, theirs, { ...theirs, permissions: "w:a w:b w:c" })).toEqual([]);
});

test("both changes together: additions of both, removals of both", () => {
  const theirs = { label: "Clerk", permissions: "w:a\nw:b\nw:c", includes: "" };
  const yours = { label: "Night clerk", permissions: "w:b\nw:d", includes: "w:base" };
  expect(merged(before, theirs, yours)).toEqual({ label: "Night clerk", permissions: "w:b\nw:c\nw:d", includes: "w:base" });
});
