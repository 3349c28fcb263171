import { expect, test } from "vitest";
import { entryOf, isAt, offered, PAGES } from "./pages";

test("there are seven entries at most", () => expect(PAGES.length).toBeLessThanOrEqual(7));

test("a page below a tab belongs to its entry", () => {
  expect(entryOf("/audit/01a2")?.label).toBe("Audit");
  expect(entryOf("/decisions")?.label).toBe("Audit");
  expect(entryOf("/manifests/01a2")?.label).toBe("Access");
  expect(entryOf("/")?.label).toBe("Overview");
  expect(entryOf("/signed-out")).toBeUndefined();
});

test("an address that only begins alike is another page", () => expect(isAt("/asking", { to: "/ask", label: "Ask" })).toBe(false));

test("a person is offered what they may use, and no entry without a tab", () => {
  const entries = offered((permission) => !permission || permission === "iam:audit.read");
  expect(entries.map((entry) => [entry.label, ...entry.tabs.map((tab) => tab.label)].join(" "))).toEqual([
    "Overview Overview", "Governance Reviews Access requests", "Audit Records Checkpoints",
  ]);
});
