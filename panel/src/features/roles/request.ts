import { subjectFault, subjectOf } from "../../ui/subjects";
import type { Role } from "./RolesPage";

type Asked = Pick<Role, "self_requestable" | "request">;

interface Step {
  approver_type: string;
  approver_ref: string;
}

const stepsOf = ({ request }: Asked) => (request.approval_steps ?? []) as Step[];

/** References such as `user:ann` of those who approve requests of a role, one after another; none where no one can ask for it. */
export const approversOf = (role: Asked): string[] => role.self_requestable ? stepsOf(role).map(referenceOf) : [];

const referenceOf = ({ approver_type: type, approver_ref: ref }: Step) => ref.startsWith("service_account:") ? ref : `${type}:${ref}`;

export const approverFault = (text: string) => text.trim() ? subjectFault(text) : undefined;

/** The members of a role with another first approver; without one no one can ask for it. The rest of its rules stays. */
export function requestedBy(approver: string, role?: Asked): Partial<Asked> {
  const { type, id } = subjectOf(approver) ?? {};
  if (!type || !id) return { self_requestable: false };
  const step: Step = type === "service_account" ? { approver_type: "user", approver_ref: `${type}:${id}` } : { approver_type: type, approver_ref: id };
  return { self_requestable: true, request: { ...role?.request, approval_steps: [step, ...(role ? stepsOf(role).slice(1) : [])] } };
}
