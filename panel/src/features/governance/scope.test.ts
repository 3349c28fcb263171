import { expect, test } from "vitest";
import { inScope } from "./scope";

const grant = { effect: "permit", application: null, privilege_key: "warehouse:keeper", privilege_type: "role", subject: "user:ann" } as const;
const all = { application_keys: [], privilege_types: [], subject_types: [] };

test("an application is that of the grant, or of what it gives", () => {
  expect(inScope(all, grant)).toBe(true);
  expect(inScope({ ...all, application_keys: ["warehouse"] }, grant)).toBe(true);
  expect(inScope({ ...all, application_keys: ["shop"] }, { ...grant, application: "shop", privilege_key: "clerk" })).toBe(true);
  expect(inScope({ ...all, application_keys: ["shop"] }, grant)).toBe(false);
});

test("the other limits of a scope hold, too, and a denial is no access", () => {
  expect(inScope({ ...all, privilege_types: ["role"], subject_types: ["user"] }, grant)).toBe(true);
  expect(inScope({ ...all, privilege_types: ["permission"] }, grant)).toBe(false);
  expect(inScope({ ...all, subject_types: ["service_account"] }, grant)).toBe(false);
  expect(inScope(all, { ...grant, effect: "deny" })).toBe(false);
});
