import { expect, test } from "vitest";
import { inWords, isHidden, isOutage, isOutdated, isRetryable, readProblem } from "./problem";

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
  expect(inWords(outage).title).toContain("cannot decide now");
  expect(inWords(forbidden)).toEqual({ title: "You may not see or do this", text: "iam:grant.read is required. Ask an administrator for it." });
});

test("invalid fields are named", () => {
  const read = readProblem(422, headers(), { detail: "See errors.", errors: { subject: ["required"], "context.x": ["too long", "unknown"] } });
  expect(inWords(read).text).toBe("subject: required; context.x: too long, unknown");
  expect(inWords(read, "once", { subject: "Who", context: "Context" }).text).toBe("Who: required; Context: too long, unknown");
  expect(inWords(read, "once", { "*": "Note" }).text).toBe("Note: required; Note: too long, unknown");
});

test("a write that happened as it was sent first blames no field, and the page shows what is no longer so", () => {
  const read = readProblem(422, headers(), { detail: "See errors.", errors: { "Idempotency-Key": ["already used for another request"] } });
  const { title, text } = inWords(read, "once", { "*": "Why" });
  expect(title).toBe("This already happened");
  expect(text).not.toContain("Why");
  expect(isOutdated(read)).toBe(true);
  expect(isOutdated(readProblem(422, headers(), { errors: { note: ["too long"] } }))).toBe(false);
});

test("a step-up is no lost session, though both are 401", () => {
  const read = readProblem(401, headers(), { type: "https://iam/problems/step-up-required", required_aal: "aal2" });
  expect(inWords(read)).toEqual({ title: "This needs a stronger sign-in", text: "Sign in again with aal2." });
});

test("a write without a sure answer never says that nothing was changed", () => {
  const lost = readProblem(403, headers(), { type: "https://iam/problems/dependency-unavailable", outcome: "unknown" });
  expect(inWords(lost, "once").text).toContain("it happens once");
  expect(inWords(lost, "write").text).toContain("Check the current state");
  for (const status of [0, 500, 502, 503, 504]) {
    const { title, text } = inWords(readProblem(status, headers(), undefined), "once");
    expect(title).toBe("It is not known whether this happened");
    expect(text).not.toContain("Nothing was changed");
  }
});

test("a write that was not applied changed nothing, and nothing repeats it by itself", () => {
  const refused = readProblem(403, headers(), { type: "https://iam/problems/dependency-unavailable", outcome: "not_applied" });
  expect(inWords(refused, "once").text).toBe("Nothing was changed. Try again once the service is back.");
});

test("a read that failed changed nothing that could be unknown", () => {
  expect(inWords(readProblem(500, headers(), undefined)).title).toBe("The service could not answer");
});

test("a proxy without the service behind it is an outage; both may pass", () => {
  const of = (status: number) => readProblem(status, headers(), undefined);
  expect([0, 500, 502, 503, 504, 404].map((status) => isOutage(of(status)))).toEqual([true, false, true, true, true, false]);
  expect([0, 429, 500, 503, 403, 412].map((status) => isRetryable(of(status)))).toEqual([true, true, true, true, false, false]);
});

test("only a resource that is not there or may not be read is known to have no name", () => {
  const hidden = ([status, kind]: [number, string]) => isHidden({ status, kind, detail: "" });
  expect(([[404, "not-found"], [403, "forbidden"]] as [number, string][]).every(hidden)).toBe(true);
  expect(([[403, "dependency-unavailable"], [429, "too-many-requests"], [0, "unreachable"], [503, "unknown"]] as [number, string][]).some(hidden)).toBe(false);
});
