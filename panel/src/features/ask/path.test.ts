import { expect, test } from "vitest";
import { type Answer, pathOf, relationsLacking, roleLacking } from "./path";

const asked = { subject: "user:bob", permission: "depot:stock.read" };
const explanation = { failed_conditions: [], groups: [], relations: [], contextual_relations: [], grants: [], nearest: null };

function answer(allowed: boolean, more: Partial<NonNullable<Answer["explanation"]>>, matched: Answer["matched"] = []): Answer {
  return {
    allowed, decision_id: "d", policy_version: 1, requires_step_up: false, required_aal: "aal1",
    reason_code: "", matched, explanation: { ...explanation, ...more },
  };
}

const grant = (subject: string, verdict: string, effect = "permit") => ({ id: "g", subject, privilege: "depot:clerk", effect, verdict });

test("a grant through groups, in their order", () => {
  const boxes = pathOf(asked, answer(true, {
    groups: [{ group: "group:inner", via: "user:1", certain: true }, { group: "group:outer", via: "group:inner", certain: true }],
    grants: [grant("group:outer", "counted")],
  }, [{ type: "grant", key: "depot:clerk", id: "g" }]));
  expect(boxes.map((box) => box.text)).toEqual(["user:bob", "group:inner", "group:outer", "depot:clerk", "depot:stock.read"]);
  expect(boxes.some((box) => box.missing)).toBe(false);
});

test("groups in a circle end", () => {
  const boxes = pathOf(asked, answer(true, {
    groups: [{ group: "group:a", via: "group:b", certain: true }, { group: "group:b", via: "group:a", certain: true }],
    grants: [grant("group:a", "counted")],
  }, [{ type: "grant", key: "depot:clerk", id: "g" }]));
  expect(boxes.length).toBe(5);
});

test("a grant that does not count reaches the subject, and not the permission", () => {
  const boxes = pathOf(asked, answer(false, {
    grants: [grant("user:1", "expired")], nearest: { grant_id: "g", privilege: "depot:clerk", missing: "expired" },
  }));
  expect(boxes.map((box) => box.missing)).toEqual([undefined, undefined, "expired"]);
});

test("a privilege that was never granted is missing itself", () => {
  const boxes = pathOf(asked, answer(false, { nearest: { grant_id: null, privilege: "depot:clerk", missing: "not granted to the subject" } }));
  expect(boxes.map((box) => box.missing)).toEqual([undefined, "not granted to the subject", undefined]);
});

test("where relations were looked for, too, both ways are said to be missing", () => {
  const relations = [{ object: "document:x", name: "owner", depth: 0, holds: "false" }, { object: "document:x", name: "can_open", depth: 0, holds: "false" }];
  const nearest = { grant_id: null, privilege: asked.permission, missing: "not granted to the subject" };
  expect(pathOf(asked, answer(false, { nearest, relations }))[1]?.missing).toBe("neither a grant nor a relation gives it");
});

test("a permission stands in one box, whether it was granted itself, or is missing itself", () => {
  const own = { ...grant("user:1", "expired"), privilege: asked.permission };
  const counted = answer(true, { grants: [{ ...own, verdict: "counted" }] }, [{ type: "grant", key: asked.permission, id: "g" }]);
  expect(pathOf(asked, counted).map(({ kind, text }) => [kind, text])).toEqual([["subject", "user:bob"], ["grant", asked.permission]]);
  const nearest = { grant_id: null as string | null, privilege: asked.permission, missing: "not granted to the subject" };
  expect(pathOf(asked, answer(false, { nearest })).slice(1)).toEqual([{ kind: "permission", text: asked.permission, missing: "not granted to the subject" }]);
  expect(pathOf(asked, answer(false, { grants: [own], nearest: { ...nearest, grant_id: "g" } })).slice(1)).toEqual([{ kind: "grant", text: asked.permission, missing: "expired" }]);
});

test("a denial by a grant is marked", () => {
  const boxes = pathOf(asked, answer(false, { grants: [grant("user:1", "counted", "deny")] }, [{ type: "grant", key: "depot:clerk", id: "g" }]));
  expect(boxes[1]).toMatchObject({ kind: "grant", deny: true });
});

test("relations lead from the deepest, and a long path is shortened to seven boxes", () => {
  const relations = Array.from({ length: 9 }, (_, depth) => ({ object: `folder:${depth}`, name: "viewer", depth, holds: "true" }));
  const boxes = pathOf({ ...asked, resource: "document:x" }, answer(true, { relations }));
  expect(boxes).toHaveLength(7);
  expect(boxes[1]?.text).toBe("folder:8#viewer");
  expect(boxes[2]).toEqual({ kind: "left_out", text: "6 more relations" });
  expect(boxes.at(-1)?.text).toBe("document:x");
});

test("a long path says that groups are left out, and marks the link that is missing", () => {
  const names = Array.from({ length: 8 }, (_, i) => `group:${i}`);
  const boxes = pathOf({ ...asked, resource: "document:x" }, answer(false, {
    groups: names.map((group, i) => ({ group, via: names[i - 1] ?? "user:1", certain: true })),
    grants: [grant("group:7", "expired")], nearest: { grant_id: "g", privilege: "depot:clerk", missing: "expired" },
  }));
  expect(boxes.map((box) => box.text)).toEqual(
    ["user:bob", "group:0", "6 more groups", "group:7", "depot:clerk", "depot:stock.read", "document:x"]);
  expect(boxes.filter((box) => box.missing).map((box) => box.text)).toEqual(["depot:stock.read"]);
});

test("without a policy the way ends at the subject", () => {
  expect(pathOf(asked, { ...answer(false, {}), explanation: null })[1]?.missing).toBe("no policy to decide by");
});

test("relations that would allow are those that were looked for in vain, without what follows from them", () => {
  const relation = (object: string, name: string, depth: number, holds: string) => ({ object, name, depth, holds });
  const relations = [
    relation("document:x", "owner", 0, "false"), relation("folder:y", "viewer", 1, "false"), relation("folder:y", "editor", 1, "unknown"),
    relation("document:x", "can_open", 0, "false"),
  ];
  expect(relationsLacking({ ...explanation, relations }).map(({ object, name }) => `${object}#${name}`)).toEqual(["document:x#owner", "folder:y#viewer"]);
  expect(relationsLacking(explanation)).toEqual([]);
});

test("a role that was never granted can be given; a permission, or a grant that does not count, is none", () => {
  const nearest = (privilege: string, grant_id: string | null = null) => answer(false, { nearest: { grant_id, privilege, missing: "m" } });
  expect(roleLacking(asked, nearest("depot:clerk"))).toBe("depot:clerk");
  expect([nearest("depot:stock.read"), nearest("depot:clerk", "g"), answer(false, {})].map((each) => roleLacking(asked, each)))
    .toEqual([undefined, undefined, undefined]);
});
