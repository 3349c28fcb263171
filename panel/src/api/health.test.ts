import { expect, test } from "vitest";
import { after } from "./health";

const outage = { status: 403, kind: "dependency-unavailable", detail: "" };
const silence = { status: 0, kind: "unreachable", detail: "" };

test("the first refusal of an outage sets its beginning, later ones leave it", () => {
  const begun = after({ is: "well", at: 10 }, 20, outage);
  expect(begun).toEqual({ is: "denying", since: 20, good: 10 });
  expect(after(begun, 30, outage)).toBe(begun);
});

test("silence after denials keeps the time", () => {
  expect(after({ is: "denying", since: 20, good: 10 }, 30, silence)).toEqual({ is: "silent", since: 20, good: 10 });
});

test("any other answer ends it, a refusal included", () => {
  expect(after({ is: "silent", since: 20 }, 30)).toEqual({ is: "well", at: 30 });
  expect(after({ is: "denying", since: 20 }, 30, { status: 404, kind: "not-found", detail: "" })).toEqual({ is: "well", at: 30 });
});

test("without an answer before there is no last good one", () => {
  expect(after({ is: "well", at: 0 }, 20, outage)).toEqual({ is: "denying", since: 20, good: undefined });
});
