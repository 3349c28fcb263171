import { expect, test } from "vitest";
import { approverFault, approversOf, requestedBy } from "./request";

const step = (approver_type: string, approver_ref: string) => ({ approver_type, approver_ref });
const two = { self_requestable: true, request: { max_duration: "PT8H", approval_steps: [step("user", "service_account:1"), step("role", "iam:iam-admin")] } };

test("approvers are read as references", () => {
  expect(approversOf(two)).toEqual(["service_account:1", "role:iam:iam-admin"]);
  expect(approversOf({ self_requestable: true, request: {} })).toEqual([]);
  expect(approversOf({ ...two, self_requestable: false })).toEqual([]);
});

test("an approver makes a step of a kind that the service knows", () => {
  const steps = ["user:ann", "group:auditors", "role:iam:iam-admin", " service_account:1 "].map((text) => requestedBy(text).request?.approval_steps);
  expect(steps).toEqual([[step("user", "ann")], [step("group", "auditors")], [step("role", "iam:iam-admin")], [step("user", "service_account:1")]]);
});

test("another approver leaves the other steps and rules; none leaves all of them", () => {
  expect(requestedBy("user:bob", two)).toEqual({ self_requestable: true, request: { max_duration: "PT8H", approval_steps: [step("user", "bob"), step("role", "iam:iam-admin")] } });
  expect(requestedBy("", two)).toEqual({ self_requestable: false });
});

test("no approver is no fault", () => {
  expect([approverFault(" "), approverFault("user:ann")]).toEqual([undefined, undefined]);
  expect(approverFault("ann")).toMatch(/^Choose one/);
});
