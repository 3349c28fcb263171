import { expect, test } from "vitest";
import { clashes, lined, merged, told } from "./drafts";
import { several } from "./words";

const lists = { permissions: several, includes: several };
const before = { label: "Clerk", permissions: lined(["w:b", "w:a"]), includes: "" };

test("only members in which both differ clash; the order of a list counts for nothing", () => {
  const theirs = { ...before, permissions: "w:a\nw:b\nw:c" };
  const yours = { ...before, permissions: "w:a, w:b,w:d" };
  expect(clashes(lists, before, theirs, yours).map((each) => each.member)).toEqual(["permissions"]);
  expect(clashes(lists, before, theirs, { ...theirs, permissions: "w:c w:a w:b" })).toEqual([]);
});

test("both changes together: additions of both, removals of both", () => {
  const theirs = { label: "Clerk", permissions: "w:a\nw:b\nw:c", includes: "" };
  const yours = { label: "Night clerk", permissions: "w:b\nw:d", includes: "w:base" };
  expect(merged(lists, before, theirs, yours)).toEqual({ label: "Night clerk", permissions: "w:b\nw:c\nw:d", includes: "w:base" });
});

test("a message stands at its member, or at the member that it is a part of", () => {
  const errors = { groups_claim: ["is required"], "groups.staff": ["must not be blank"], "link.claim": ["is required"] };
  expect(told(errors, "groups")).toBe("must not be blank");
  expect(told(errors, "groups_claim")).toBe("is required");
  expect(told(errors, "link.claim")).toBe("is required");
  expect(told(errors, "name")).toBeUndefined();
});
