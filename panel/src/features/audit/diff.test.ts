import { expect, test } from "vitest";
import { differences } from "./diff";

test("each member by its path: new, gone, changed, same", () => {
  expect(differences(
    { name: "Ann", attributes: { team: "a", old: 1 }, tags: ["x"] },
    { name: "Ann", attributes: { team: "b" }, tags: ["x", "y"], status: "active", ended: null },
  )).toEqual([
    { path: "attributes.old", before: "1", after: undefined, kind: "gone" },
    { path: "attributes.team", before: "a", after: "b", kind: "changed" },
    { path: "name", before: "Ann", after: "Ann", kind: "same" },
    { path: "status", before: undefined, after: "active", kind: "new" },
    { path: "tags", before: '["x"]', after: '["x","y"]', kind: "changed" },
  ]);
});

test("no states have no difference", () => expect(differences(undefined, null)).toEqual([]));
