import { expect, test } from "vitest";
import { type Verification, verdicts } from "./verification";

const of = (more: Partial<Verification>): Verification => ({
  organization_id: "o", valid: false, full: true, from_seq: 1, to_seq: 9, head: "h", checkpoint_size: 8, verified_at: "2026-11-28T00:00:00Z", ...more,
});
const compared = { seals: 1, blocks: 2, blocks_read: 1, findings: 0 };
const finding = { id: "f", cause: "record_altered", seq: 3, found_at: "2026-11-27T00:00:00Z" } as const;

test("only a cause is a broken chain, whatever else is open", () => {
  expect(verdicts(of({ cause: "record_altered", seq: 3, open_findings: [finding] }))).toEqual(["broken"]);
  expect(verdicts(of({ valid: true, decisions: { ...compared, complete: true } }))).toEqual(["intact"]);
});

test("time that ran out and earlier findings are said as such, and together", () => {
  expect(verdicts(of({ decisions: { ...compared, complete: false } }))).toEqual(["unfinished"]);
  expect(verdicts(of({ open_findings: [finding], decisions: { ...compared, complete: true } }))).toEqual(["open"]);
  expect(verdicts(of({ open_findings: [finding], decisions: { ...compared, complete: false } }))).toEqual(["open", "unfinished"]);
});

test("an answer without a reason is neither intact nor broken", () => {
  expect(verdicts(of({}))).toEqual(["unconfirmed"]);
});
