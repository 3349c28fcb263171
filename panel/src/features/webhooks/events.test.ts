import { expect, test } from "vitest";
import { continued, filterFault, filtersOf, filterWords, TYPES } from "./events";

const [page = ""] = Object.values(import.meta.glob<string>("../../../../docs/events.md", { query: "?raw", import: "default", eager: true }));

test("the types are those of the documentation, and each has words of its own", () => {
  expect(TYPES).toEqual([...page.matchAll(/^## (iam\..+)$/gm)].map(([, type]) => type));
  expect(new Set(TYPES.map(filterWords)).size).toBe(TYPES.length);
});

test("events are named by the words of the panel, or by types", () => {
  expect(filtersOf("user created, iam.grant.*,Grant revoked , every event")).toEqual(["iam.user.created", "iam.grant.*", "iam.grant.revoked", "*"]);
  expect(filtersOf(TYPES.map(filterWords).join(", "))).toEqual(TYPES);
});

test("words that name no event are a fault; types are the service's to judge", () => {
  expect(filterFault("user created, user mede")).toContain('"user mede"');
  expect(filterFault("iam.nothing, *, user created")).toBeUndefined();
});

test("a suggestion goes on from the last comma", () => {
  expect(continued("user created, gr")).toContain("user created, grant created");
  expect(continued("us")).toContain("user created");
});
