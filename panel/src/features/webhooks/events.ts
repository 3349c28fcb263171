import { t } from "../../strings/webhooks";
import { eventWords } from "../../ui/words";

/** The types of docs/events.md. */
export const TYPES: readonly string[] = [
  "iam.organization.created",
  "iam.organization.updated",
  "iam.organization.suspended",
  "iam.organization.reactivated",
  "iam.organization.administrator_recovered",
  "iam.user.created",
  "iam.user.updated",
  "iam.user.suspended",
  "iam.user.reactivated",
  "iam.user.invited",
  "iam.passkey.created",
  "iam.passkey.renamed",
  "iam.passkey.removed",
  "iam.service_account.created",
  "iam.service_account.updated",
  "iam.service_account.suspended",
  "iam.service_account.reactivated",
  "iam.group.created",
  "iam.group.updated",
  "iam.group.revoked",
  "iam.group_member.added",
  "iam.group_member.removed",
  "iam.object.created",
  "iam.object.updated",
  "iam.application.created",
  "iam.application.updated",
  "iam.manifest.submitted",
  "iam.manifest.approved",
  "iam.manifest.rejected",
  "iam.manifest.applied",
  "iam.manifest.rolled_back",
  "iam.permission.declared",
  "iam.permission.updated",
  "iam.permission.deprecated",
  "iam.role.created",
  "iam.role.updated",
  "iam.role.deprecated",
  "iam.grant.created",
  "iam.grant.revoked",
  "iam.grant.activated",
  "iam.activation.opened",
  "iam.break_glass.opened",
  "iam.grant.suspended",
  "iam.grant.reinstated",
  "iam.access_request.submitted",
  "iam.access_request.step_approved",
  "iam.access_request.approved",
  "iam.access_request.rejected",
  "iam.access_request.cancelled",
  "iam.access_request.expired",
  "iam.recommendation.made",
  "iam.recommendation.dismissed",
  "iam.recommendation.accepted",
  "iam.recommendation.resolved",
  "iam.anomaly.detected",
  "iam.anomaly.resolved",
  "iam.duty_rule.created",
  "iam.duty_rule.updated",
  "iam.duty_rule.deleted",
  "iam.access_review.created",
  "iam.access_review.opened",
  "iam.access_review.running",
  "iam.access_review.stopped",
  "iam.access_review.closing",
  "iam.access_review.completed",
  "iam.access_review.cancelled",
  "iam.access_review.item_certified",
  "iam.access_review.item_revoked",
  "iam.access_review.item_reset",
  "iam.access_review.item_delegated",
  "iam.access_review.reminder",
  "iam.relation.written",
  "iam.relation.updated",
  "iam.relation.deleted",
  "iam.client.created",
  "iam.client.updated",
  "iam.client.secret_rotated",
  "iam.client.revoked",
  "iam.client.keys_replaced",
  "iam.token.revoked",
  "iam.session.created",
  "iam.session.renewed",
  "iam.session.ended",
  "iam.sign_in.refused",
  "iam.identity.bound",
  "iam.identity_provider.updated",
  "iam.identity_provider.deleted",
  "iam.refresh_token.reused",
  "iam.key.rewrapped",
  "iam.key.created",
  "iam.key.activated",
  "iam.key.superseded",
  "iam.key.retired",
  "iam.key.revoked",
  "iam.webhook.created",
  "iam.webhook.updated",
  "iam.webhook.disabled",
  "iam.webhook.deleted",
  "iam.webhook.secret_rotated",
  "iam.webhook.tested",
  "iam.webhook.delivery_replayed",
  "iam.webhook.dead_letters_replayed",
  "iam.webhook.dead_letter_discarded",
  "iam.probe.created",
  "iam.probe.deleted",
  "iam.decisions.sealed",
  "iam.decisions.erased",
  "iam.audit.checkpoint.created",
  "iam.audit.chain.broken",
  "iam.audit.finding.acknowledged",
  "iam.subject.erased",
];

const ALL = "*";

/** A filter in the words of the panel; a prefix such as `iam.user.*` as it is. */
export const filterWords = (filter: string) => filter === ALL ? t.everyEvent : filter.endsWith("*") ? filter : eventWords(filter);

const WORDS = new Map([ALL, ...TYPES].map((filter) => [filterWords(filter), filter]));

const parts = (text: string) => text.split(",").map((part) => part.trim()).filter(Boolean);

/** The filters that a text names by words or by types. */
export const filtersOf = (text: string) => parts(text).map((part) => WORDS.get(part.toLowerCase()) ?? part);

/** The fault of a text with words that no event is called by; the service knows of types. */
export function filterFault(text: string): string | undefined {
  const unknown = parts(text).find((part) => part !== ALL && !part.startsWith("iam.") && !WORDS.has(part.toLowerCase()));
  return unknown && t.noEventCalled(unknown);
}

/** The text with each event as its last one. */
export function continued(text: string): string[] {
  const before = text.slice(0, text.lastIndexOf(",") + 1);
  return [...WORDS.keys()].map((words) => before && `${before} ${words}` || words);
}
