import { expect, test } from "vitest";
import { aboutOf } from "./about";

test("a grant is about its subject and its right", () => {
  const after = { subject: { type: "user", id: "u" }, privilege_type: "role", privilege_key: "warehouse:clerk" };
  expect(aboutOf({ after })).toMatchObject({ subject: "user:u", right: { privilege_type: "role", privilege_key: "warehouse:clerk" }, name: undefined });
});

test("a thing is about its name, also where it is gone", () => {
  expect(aboutOf({ before: { name: "Ann", key: "a" } })).toMatchObject({ name: "Ann", subject: undefined });
  expect(aboutOf({ before: { url: "https://a" }, after: { url: "https://b" } }).name).toBe("https://b");
});

test("members, requests, sessions and relations name whom they concern", () => {
  expect(aboutOf({ after: { group_id: "g", member: { type: "user", id: "u" } } })).toMatchObject({ subject: "user:u", group: "group:g" });
  expect(aboutOf({ after: { requester: { type: "user", id: "u" }, role_key: "r" } })).toMatchObject({ subject: "user:u", right: { privilege_type: "role", privilege_key: "r" } });
  expect(aboutOf({ after: { user: "u" } }).subject).toBe("user:u");
  expect(aboutOf({ after: { subject: "user:u" } }).subject).toBe("user:u");
  expect(aboutOf({ after: { subject: { type: "user", id: "u" }, relation: "keeper", object: { type: "site", id: "berlin" } } }).relation).toBe("keeper site:berlin");
});

test.each([undefined, null, {}, [1], "text", { name: { sha256: "ab" }, subject: { sha256: "ab" } }])("%j is about nothing that can be named", (after) =>
  expect(Object.values(aboutOf({ after })).every((each) => each === undefined)).toBe(true));
