import { expect, test } from "vitest";
import { changes, needsApprovalAgain } from "./changes";

const none = { added: [], removed: [], changed: [] };
const nothing = { app: null, auth: null, permissions: none, roles: none, types: none, attributes: none, conditions: none };

test("a manifest that declares the same changes nothing", () => expect(changes(nothing)).toEqual([]));

test("what goes is before what changes and what comes", () => {
  const found = changes({ ...nothing, conditions: {
    added: [{ key: "new", value: "context.a" }],
    removed: [{ key: "old", value: "context.b" }],
    changed: [{ key: "kept", before: "context.c", after: "context.d" }],
  } });
  expect(found).toEqual([
    { kind: "gone", what: "condition", key: "old", before: "context.b" },
    { kind: "changed", what: "condition", key: "kept", before: "context.c", after: "context.d" },
    { kind: "new", what: "condition", key: "new", after: "context.a" },
  ]);
});

test("a change shows the members that differ alone", () => {
  const found = changes({ ...nothing, types: { ...none, changed: [{ key: "document", before: { a: "1", b: "2" }, after: { a: "1", b: "3" } }] } });
  expect(found).toEqual([{ kind: "changed", what: "type", key: "document", before: "b: 2", after: "b: 3" }]);
});

test("the first manifest of an application shows it as new", () => {
  const [first] = changes({ ...nothing, app: { key: "shop", before: null, after: { key: "shop", name: "Shop", type: null, risk_level: "low" } } } as never);
  expect(first).toEqual({ kind: "new", what: "application", key: "shop", after: "name: Shop\nrisk_level: low" });
});

test("an approval holds against the version that was applied when it was given, or where none is needed", () => {
  const approved = { status: "approved", base_version: 1 } as const;
  expect(needsApprovalAgain(approved, { from: 2, approval_reasons: ["role_widened"] })).toBe(true);
  expect(needsApprovalAgain(approved, { from: 1, approval_reasons: ["role_widened"] })).toBe(false);
  expect(needsApprovalAgain(approved, { from: 2, approval_reasons: [] })).toBe(false);
  expect(needsApprovalAgain({ ...approved, status: "pending_approval" }, { from: 2, approval_reasons: ["role_widened"] })).toBe(false);
});
