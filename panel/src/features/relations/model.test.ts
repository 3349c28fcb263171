import { expect, test } from "vitest";
import { edgesOf, layout, typesOf } from "./model";

const types = typesOf({
  types: {
    folder: { relations: { parent: "folder", viewer: "user | group#member | user:* with office_hours" } },
    document: { relations: { parent: "folder", reader: "[user] | writer | parent->viewer" }, permissions: { can_read: "reader" } },
  },
});

test("edges are what may be stored, with usersets and wildcards", () => {
  expect(edgesOf(types).map(({ from, label, to }) => `${from} ${label} ${to}`)).toEqual([
    "folder parent folder", "folder viewer user", "folder viewer#member group", "folder viewer:* user",
    "document parent folder", "document reader user",
  ]);
});

test("a type stands to the right of those that point to it, and no two at one place", () => {
  const places = layout(types, edgesOf(types));
  expect(places.map(({ name, column }) => [name, column])).toEqual([["folder", 1], ["document", 0], ["user", 2], ["group", 2]]);
  expect(new Set(places.map(({ column, row }) => `${column} ${row}`)).size).toBe(places.length);
});

test("a cycle of types ends", () => {
  const cycle = typesOf({ types: { a: { relations: { x: "b" } }, b: { relations: { y: "c" } }, c: { relations: { z: "a" } } } });
  expect(layout(cycle, edgesOf(cycle))).toHaveLength(3);
});
