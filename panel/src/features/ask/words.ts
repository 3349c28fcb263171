/** Reason codes in words; a code that is not here is shown as it stands. */
const REASONS: Record<string, string> = {
  granted_by_grant: "A grant allows it.",
  granted_by_relation: "A relation to the resource allows it.",
  explicit_deny: "A grant denies it. A denial outweighs everything that allows.",
  no_matching_grant: "Nothing allows it.",
  depth_exceeded: "The answer lies farther away than a decision looks, so it is denied.",
  condition_context_missing: "A condition needs a value that is missing in the context.",
  condition_context_invalid: "A value in the context has the wrong type for a condition.",
  resource_required: "The permission is about a resource, and the question names none.",
  resource_type_mismatch: "The permission is about resources of another type.",
  step_up_required: "It is allowed after a stronger sign-in.",
  subject_inactive: "The subject is suspended.",
  subject_unknown: "Nothing is known of the subject. Check its id.",
  subject_is_a_set: "The subject stands for many, and the answer may differ among them.",
  permission_unknown: "No application declares this permission. Check its name.",
  application_unknown: "The application does not exist or is not active.",
  policy_version_unavailable: "The policy could not be loaded, so everything is denied.",
  dependency_unavailable: "The service lost its database, so everything is denied.",
  decision_log_full: "The decision could not be recorded, so it is denied.",
  deadline_exceeded: "The decision took too long, so it is denied.",
  internal_error: "The service failed while deciding, so it is denied.",
};

const VERDICTS: Record<string, string> = {
  counted: "counts",
  not_active: "suspended or revoked",
  not_yet_valid: "not valid yet",
  expired: "expired",
  not_activated: "not activated",
  other_application: "for another application",
  out_of_scope: "for other resources",
  uncertain: "rests on a condition that cannot be evaluated",
  condition_false: "its condition is false",
  condition_error: "its condition cannot be evaluated",
};

export const reason = (code: string) => REASONS[code] ?? code;
export const verdict = (code: string) => VERDICTS[code] ?? code.replaceAll("_", " ");
