package io.iamplane.chain;

/**
 * The closed set of things that happen, under the names that audit records and events share. A test
 * sweeps it: each has a name of its own, and each is written by something.
 */
public enum EventType {
  ORGANIZATION_CREATED("iam.organization.created", RiskLevel.HIGH),
  ORGANIZATION_UPDATED("iam.organization.updated", RiskLevel.MEDIUM),
  ORGANIZATION_SUSPENDED("iam.organization.suspended", RiskLevel.CRITICAL),
  ORGANIZATION_REACTIVATED("iam.organization.reactivated", RiskLevel.HIGH),
  ORGANIZATION_ADMINISTRATOR_RECOVERED(
      "iam.organization.administrator_recovered", RiskLevel.CRITICAL),
  USER_CREATED("iam.user.created", RiskLevel.MEDIUM),
  USER_UPDATED("iam.user.updated", RiskLevel.MEDIUM),
  USER_SUSPENDED("iam.user.suspended", RiskLevel.HIGH),
  USER_REACTIVATED("iam.user.reactivated", RiskLevel.HIGH),
  USER_INVITED("iam.user.invited", RiskLevel.HIGH),
  PASSKEY_CREATED("iam.passkey.created", RiskLevel.HIGH),
  PASSKEY_RENAMED("iam.passkey.renamed", RiskLevel.LOW),
  PASSKEY_REMOVED("iam.passkey.removed", RiskLevel.MEDIUM),
  SERVICE_ACCOUNT_CREATED("iam.service_account.created", RiskLevel.HIGH),
  SERVICE_ACCOUNT_UPDATED("iam.service_account.updated", RiskLevel.MEDIUM),
  SERVICE_ACCOUNT_SUSPENDED("iam.service_account.suspended", RiskLevel.HIGH),
  SERVICE_ACCOUNT_REACTIVATED("iam.service_account.reactivated", RiskLevel.HIGH),
  GROUP_CREATED("iam.group.created", RiskLevel.MEDIUM),
  GROUP_UPDATED("iam.group.updated", RiskLevel.MEDIUM),
  GROUP_REVOKED("iam.group.revoked", RiskLevel.HIGH),
  GROUP_MEMBER_ADDED("iam.group_member.added", RiskLevel.HIGH),
  GROUP_MEMBER_REMOVED("iam.group_member.removed", RiskLevel.HIGH),
  OBJECT_CREATED("iam.object.created", RiskLevel.LOW),
  OBJECT_UPDATED("iam.object.updated", RiskLevel.MEDIUM),
  APPLICATION_CREATED("iam.application.created", RiskLevel.HIGH),
  APPLICATION_UPDATED("iam.application.updated", RiskLevel.HIGH),
  MANIFEST_SUBMITTED("iam.manifest.submitted", RiskLevel.MEDIUM),
  MANIFEST_APPROVED("iam.manifest.approved", RiskLevel.HIGH),
  MANIFEST_REJECTED("iam.manifest.rejected", RiskLevel.MEDIUM),
  MANIFEST_APPLIED("iam.manifest.applied", RiskLevel.HIGH),
  MANIFEST_ROLLED_BACK("iam.manifest.rolled_back", RiskLevel.HIGH),
  PERMISSION_DECLARED("iam.permission.declared", RiskLevel.MEDIUM),
  PERMISSION_UPDATED("iam.permission.updated", RiskLevel.HIGH),
  PERMISSION_DEPRECATED("iam.permission.deprecated", RiskLevel.HIGH),
  ROLE_CREATED("iam.role.created", RiskLevel.HIGH),
  ROLE_UPDATED("iam.role.updated", RiskLevel.HIGH),
  ROLE_DEPRECATED("iam.role.deprecated", RiskLevel.HIGH),
  GRANT_CREATED("iam.grant.created", RiskLevel.HIGH),
  GRANT_REVOKED("iam.grant.revoked", RiskLevel.HIGH),
  GRANT_ACTIVATED("iam.grant.activated", RiskLevel.HIGH),
  ACTIVATION_OPENED("iam.activation.opened", RiskLevel.HIGH),
  BREAK_GLASS_OPENED("iam.break_glass.opened", RiskLevel.CRITICAL),
  GRANT_SUSPENDED("iam.grant.suspended", RiskLevel.HIGH),
  GRANT_REINSTATED("iam.grant.reinstated", RiskLevel.HIGH),
  ACCESS_REQUEST_SUBMITTED("iam.access_request.submitted", RiskLevel.LOW),
  ACCESS_REQUEST_STEP_APPROVED("iam.access_request.step_approved", RiskLevel.MEDIUM),
  ACCESS_REQUEST_APPROVED("iam.access_request.approved", RiskLevel.HIGH),
  ACCESS_REQUEST_REJECTED("iam.access_request.rejected", RiskLevel.LOW),
  ACCESS_REQUEST_CANCELLED("iam.access_request.cancelled", RiskLevel.LOW),
  ACCESS_REQUEST_EXPIRED("iam.access_request.expired", RiskLevel.LOW),
  RECOMMENDATION_MADE("iam.recommendation.made", RiskLevel.LOW),
  RECOMMENDATION_DISMISSED("iam.recommendation.dismissed", RiskLevel.MEDIUM),
  RECOMMENDATION_ACCEPTED("iam.recommendation.accepted", RiskLevel.MEDIUM),
  RECOMMENDATION_RESOLVED("iam.recommendation.resolved", RiskLevel.LOW),
  ANOMALY_DETECTED("iam.anomaly.detected", RiskLevel.HIGH),
  ANOMALY_RESOLVED("iam.anomaly.resolved", RiskLevel.LOW),
  DUTY_RULE_CREATED("iam.duty_rule.created", RiskLevel.MEDIUM),
  DUTY_RULE_UPDATED("iam.duty_rule.updated", RiskLevel.HIGH),
  DUTY_RULE_DELETED("iam.duty_rule.deleted", RiskLevel.HIGH),
  ACCESS_REVIEW_CREATED("iam.access_review.created", RiskLevel.LOW),
  ACCESS_REVIEW_OPENED("iam.access_review.opened", RiskLevel.MEDIUM),
  ACCESS_REVIEW_RUNNING("iam.access_review.running", RiskLevel.LOW),
  ACCESS_REVIEW_STOPPED("iam.access_review.stopped", RiskLevel.HIGH),
  ACCESS_REVIEW_CLOSING("iam.access_review.closing", RiskLevel.MEDIUM),
  ACCESS_REVIEW_COMPLETED("iam.access_review.completed", RiskLevel.MEDIUM),
  ACCESS_REVIEW_CANCELLED("iam.access_review.cancelled", RiskLevel.MEDIUM),
  ACCESS_REVIEW_ITEM_CERTIFIED("iam.access_review.item_certified", RiskLevel.MEDIUM),
  ACCESS_REVIEW_ITEM_REVOKED("iam.access_review.item_revoked", RiskLevel.MEDIUM),
  ACCESS_REVIEW_ITEM_RESET("iam.access_review.item_reset", RiskLevel.MEDIUM),
  ACCESS_REVIEW_ITEM_DELEGATED("iam.access_review.item_delegated", RiskLevel.MEDIUM),
  ACCESS_REVIEW_REMINDER("iam.access_review.reminder", RiskLevel.LOW),
  RELATION_WRITTEN("iam.relation.written", RiskLevel.MEDIUM),
  RELATION_UPDATED("iam.relation.updated", RiskLevel.MEDIUM),
  RELATION_DELETED("iam.relation.deleted", RiskLevel.MEDIUM),
  CLIENT_CREATED("iam.client.created", RiskLevel.HIGH),
  CLIENT_UPDATED("iam.client.updated", RiskLevel.MEDIUM),
  CLIENT_SECRET_ROTATED("iam.client.secret_rotated", RiskLevel.HIGH),
  CLIENT_REVOKED("iam.client.revoked", RiskLevel.HIGH),
  CLIENT_KEYS_REPLACED("iam.client.keys_replaced", RiskLevel.HIGH),
  TOKEN_REVOKED("iam.token.revoked", RiskLevel.MEDIUM),
  SESSION_CREATED("iam.session.created", RiskLevel.LOW),
  SESSION_RENEWED("iam.session.renewed", RiskLevel.LOW),
  SESSION_ENDED("iam.session.ended", RiskLevel.LOW),
  SIGN_IN_REFUSED("iam.sign_in.refused", RiskLevel.MEDIUM),
  IDENTITY_BOUND("iam.identity.bound", RiskLevel.HIGH),
  IDENTITY_PROVIDER_UPDATED("iam.identity_provider.updated", RiskLevel.HIGH),
  IDENTITY_PROVIDER_DELETED("iam.identity_provider.deleted", RiskLevel.HIGH),
  REFRESH_TOKEN_REUSED("iam.refresh_token.reused", RiskLevel.HIGH),
  KEY_REWRAPPED("iam.key.rewrapped", RiskLevel.MEDIUM),
  KEY_CREATED("iam.key.created", RiskLevel.HIGH),
  KEY_ACTIVATED("iam.key.activated", RiskLevel.HIGH),
  KEY_SUPERSEDED("iam.key.superseded", RiskLevel.MEDIUM),
  KEY_RETIRED("iam.key.retired", RiskLevel.MEDIUM),
  KEY_REVOKED("iam.key.revoked", RiskLevel.CRITICAL),
  WEBHOOK_CREATED("iam.webhook.created", RiskLevel.HIGH),
  WEBHOOK_UPDATED("iam.webhook.updated", RiskLevel.HIGH),
  WEBHOOK_DISABLED("iam.webhook.disabled", RiskLevel.HIGH),
  WEBHOOK_DELETED("iam.webhook.deleted", RiskLevel.MEDIUM),
  WEBHOOK_SECRET_ROTATED("iam.webhook.secret_rotated", RiskLevel.HIGH),
  WEBHOOK_TESTED("iam.webhook.tested", RiskLevel.LOW),
  WEBHOOK_DELIVERY_REPLAYED("iam.webhook.delivery_replayed", RiskLevel.LOW),
  WEBHOOK_DEAD_LETTERS_REPLAYED("iam.webhook.dead_letters_replayed", RiskLevel.MEDIUM),
  WEBHOOK_DEAD_LETTER_DISCARDED("iam.webhook.dead_letter_discarded", RiskLevel.MEDIUM),
  PROBE_CREATED("iam.probe.created", RiskLevel.LOW),
  PROBE_DELETED("iam.probe.deleted", RiskLevel.LOW),
  DECISIONS_SEALED("iam.decisions.sealed", RiskLevel.LOW),
  DECISIONS_ERASED("iam.decisions.erased", RiskLevel.HIGH),
  AUDIT_CHECKPOINT_CREATED("iam.audit.checkpoint.created", RiskLevel.LOW),
  AUDIT_CHAIN_BROKEN("iam.audit.chain.broken", RiskLevel.CRITICAL),
  AUDIT_FINDING_ACKNOWLEDGED("iam.audit.finding.acknowledged", RiskLevel.HIGH),
  SUBJECT_ERASED("iam.subject.erased", RiskLevel.HIGH);

  private final String wire;
  private final RiskLevel risk;

  EventType(String wire, RiskLevel risk) {
    this.wire = wire;
    this.risk = risk;
  }

  /** The name on the wire: {@code iam.organization.created}. */
  public String wire() {
    return wire;
  }

  public RiskLevel risk() {
    return risk;
  }
}
