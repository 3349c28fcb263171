import { expect, test } from "vitest";
import { inSentences, type Report } from "./report";

const report = (of: Partial<Report["decisions"]>): Report => ({
  policy_version: 1,
  decisions: {
    from: "2026-01-01T00:00:00Z", to: "2026-01-08T00:00:00Z", complete: true, complete_from: "2026-01-01T00:00:00Z",
    read: 0, evaluated: 0, not_evaluated: {}, differences: {}, groups: [], ungrouped: 0, ...of,
  },
});

test("a change without a recorded decision says so, and not that nothing would change", () =>
  expect(inSentences(report({ evaluated: 0 }))).toEqual(["No recorded decision of the last seven days can be asked again."]));

test("a change that changes nothing", () =>
  expect(inSentences(report({ evaluated: 1, differences: { newly_denied: 0 } }))).toEqual(["None of 1 recorded decision would change."]));

test("each kind of change has its number", () =>
  expect(inSentences(report({ evaluated: 5120, differences: { newly_allowed: 3, newly_denied: 1200, step_up_added: 0 } }))).toEqual([
    "Of 5,120 recorded decisions, 1,203 would change: 3 newly allowed, 1,200 newly denied.",
  ]));

test("what was not asked again, and what is not listed, is said", () => {
  const sentences = inSentences(report({
    evaluated: 10, complete: false, complete_from: "2026-01-07T00:00:00Z", differences: { newly_denied: 4 }, ungrouped: 4, not_evaluated: { inputs_redacted: 2, internal_error: 1 },
  }));
  expect(sentences.slice(1)).toEqual(["4 of them are not listed.", expect.stringMatching(/^Only those since \d+ Jan 2026/), "3 recorded decisions could not be asked again."]);
});
