import { expect, test } from "vitest";
import { after, watchPause } from "./health";

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

test("a proxy without the service behind it is silence", () => {
  for (const status of [502, 503, 504]) {
    expect(after({ is: "well", at: 10 }, 20, { status, kind: "unknown", detail: "" }).is).toBe("silent");
  }
  expect(after({ is: "well", at: 10 }, 20, { status: 500, kind: "internal", detail: "" }).is).toBe("well");
});

test("an outage is asked about less and less, and never more often than a service that is well", () => {
  const pauses = [0, 59, 60, 180, 86_400].map((s) => watchPause({ is: "denying", since: 0 }, s * 1000) / 1000);
  expect(pauses).toEqual([15, 15, 30, 60, 60]);
  expect(watchPause({ is: "well", at: 0 }, 86_400_000)).toBe(15_000);
});
