import { expect, test } from "vitest";
import { curl, toBody } from "./question";

const typed = { subject: " user:ann ", permission: "warehouse:stock.read", resource: "", context: "" };

test("what is empty is not asked", () => {
  expect(toBody(typed).body).toEqual({ subject: "user:ann", permission: "warehouse:stock.read" });
});

test("each mistake is named at its place", () => {
  const { body, faults } = toBody({ subject: "ann", permission: "stock.read", resource: "x", context: "[1]" });
  expect(body).toBeUndefined();
  expect(Object.keys(faults)).toEqual(["subject", "permission", "resource", "context"]);
  expect(toBody({ ...typed, permission: " " }).faults.permission).toBe("Choose a permission");
  expect(toBody({ ...typed, context: "{" }).faults.context).toMatch(/^Not JSON/);
});

test("the line survives quotes of a shell", () => {
  const line = curl("https://iam.example.com", { subject: "user:o'brien", permission: "a:b", context: { note: '"$HOME"`id`' } });
  expect(line).toBe(
    `curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"subject":"user:o'\\''brien","permission":"a:b","context":{"note":"\\"$HOME\\"\`id\`"}}' https://iam.example.com/api/iam/v1/decisions/check`,
  );
});
