import { expect, test } from "vitest";
import { inWords, readProblem } from "./problem";

const headers = (entries: Record<string, string> = {}) => new Headers(entries);

test("a problem is read with its id and the time to wait", () => {
  const read = readProblem(429, headers({ "Retry-After": "7" }), {
    type: "https://iam/problems/too-many-requests", detail: "Too many requests.", correlation_id: "c1",
  });
  expect(read).toMatchObject({ kind: "too-many-requests", retryAfter: 7, correlationId: "c1" });
  expect(inWords(read).text).toContain("wait 7 seconds");
});

test("a body that is no problem still says what the server answered", () => {
  expect(readProblem(502, headers({ "Correlation-Id": "c2" }), "<html>")).toMatchObject({
    kind: "unknown", detail: "The server answered 502.", correlationId: "c2",
  });
});

test("an outage is no lack of rights, though both are 403", () => {
  const outage = readProblem(403, headers(), { type: "https://iam/problems/dependency-unavailable" });
  const forbidden = readProblem(403, headers(), { type: "https://iam/problems/forbidden", detail: "iam:grant.read is required." });
  expect(inWords(outage).title).toContain("lost its database");
  expect(inWords(forbidden)).toEqual({ title: "You may not see or do this", text: "iam:grant.read is required. Ask an administrator for it." });
});

test("invalid fields are named", () => {
  const read = readProblem(422, headers(), { detail: "See errors.", errors: { subject: ["required"], "context.x": ["too long", "unknown"] } });
  expect(inWords(read).text).toBe("subject: required; context.x: too long, unknown");
});

test("a step-up is no lost session, though both are 401", () => {
  const read = readProblem(401, headers(), { type: "https://iam/problems/step-up-required", required_aal: "aal2" });
  expect(inWords(read)).toEqual({ title: "This needs a stronger sign-in", text: "Sign in again with aal2." });
});
