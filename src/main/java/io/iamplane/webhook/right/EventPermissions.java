package io.iamplane.webhook.right;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.chain.EventType;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** The permission to read each type of event. Closed: a new type of event needs a line here. */
final class EventPermissions {

  private EventPermissions() {}

  static Set<ControlPlanePermission> of(Collection<EventType> types) {
    Set<ControlPlanePermission> permissions = EnumSet.noneOf(ControlPlanePermission.class);
    types.forEach(type -> permissions.add(of(type)));
    return permissions;
  }

  public static ControlPlanePermission of(EventType type) {
    return switch (type) {
      case USER_CREATED,
          USER_UPDATED,
          USER_SUSPENDED,
          USER_REACTIVATED,
          USER_INVITED,
          PASSKEY_CREATED,
          PASSKEY_RENAMED,
          PASSKEY_REMOVED,
          SESSION_CREATED,
          SESSION_RENEWED,
          SESSION_ENDED,
          SIGN_IN_REFUSED,
          IDENTITY_BOUND,
          REFRESH_TOKEN_REUSED ->
          ControlPlanePermission.USERS_READ;
      case SERVICE_ACCOUNT_CREATED,
          SERVICE_ACCOUNT_UPDATED,
          SERVICE_ACCOUNT_SUSPENDED,
          SERVICE_ACCOUNT_REACTIVATED,
          CLIENT_CREATED,
          CLIENT_UPDATED,
          CLIENT_SECRET_ROTATED,
          CLIENT_REVOKED,
          CLIENT_KEYS_REPLACED,
          TOKEN_REVOKED ->
          ControlPlanePermission.SERVICE_ACCOUNTS_READ;
      case GROUP_CREATED, GROUP_UPDATED, GROUP_REVOKED, GROUP_MEMBER_ADDED, GROUP_MEMBER_REMOVED ->
          ControlPlanePermission.GROUPS_READ;
      case APPLICATION_CREATED,
          APPLICATION_UPDATED,
          PERMISSION_DECLARED,
          PERMISSION_UPDATED,
          PERMISSION_DEPRECATED ->
          ControlPlanePermission.APPLICATIONS_READ;
      case MANIFEST_SUBMITTED,
          MANIFEST_APPROVED,
          MANIFEST_REJECTED,
          MANIFEST_APPLIED,
          MANIFEST_ROLLED_BACK ->
          ControlPlanePermission.MANIFESTS_READ;
      case ROLE_CREATED, ROLE_UPDATED, ROLE_DEPRECATED -> ControlPlanePermission.ROLES_READ;
      case GRANT_CREATED, GRANT_REVOKED, GRANT_ACTIVATED, GRANT_SUSPENDED, GRANT_REINSTATED ->
          ControlPlanePermission.GRANTS_READ;
      case ACTIVATION_OPENED, BREAK_GLASS_OPENED -> ControlPlanePermission.GRANTS_READ;
      case ACCESS_REQUEST_SUBMITTED,
          ACCESS_REQUEST_STEP_APPROVED,
          ACCESS_REQUEST_APPROVED,
          ACCESS_REQUEST_REJECTED,
          ACCESS_REQUEST_CANCELLED,
          ACCESS_REQUEST_EXPIRED ->
          ControlPlanePermission.ACCESS_REQUEST_REVIEW;
      case RECOMMENDATION_MADE,
          RECOMMENDATION_DISMISSED,
          RECOMMENDATION_ACCEPTED,
          RECOMMENDATION_RESOLVED ->
          ControlPlanePermission.LEAST_PRIVILEGE_VIEW;
      case ANOMALY_DETECTED, ANOMALY_RESOLVED -> ControlPlanePermission.ANOMALY_VIEW;
      case DUTY_RULE_CREATED, DUTY_RULE_UPDATED, DUTY_RULE_DELETED ->
          ControlPlanePermission.DUTY_READ;
      case ACCESS_REVIEW_CREATED,
          ACCESS_REVIEW_OPENED,
          ACCESS_REVIEW_RUNNING,
          ACCESS_REVIEW_STOPPED,
          ACCESS_REVIEW_CLOSING,
          ACCESS_REVIEW_COMPLETED,
          ACCESS_REVIEW_CANCELLED,
          ACCESS_REVIEW_ITEM_CERTIFIED,
          ACCESS_REVIEW_ITEM_REVOKED,
          ACCESS_REVIEW_ITEM_RESET,
          ACCESS_REVIEW_ITEM_DELEGATED,
          ACCESS_REVIEW_REMINDER ->
          ControlPlanePermission.ACCESS_REVIEW_MANAGE;
      case OBJECT_CREATED, OBJECT_UPDATED, RELATION_WRITTEN, RELATION_UPDATED, RELATION_DELETED ->
          ControlPlanePermission.RELATIONS_READ;
      case WEBHOOK_CREATED,
          WEBHOOK_UPDATED,
          WEBHOOK_DISABLED,
          WEBHOOK_DELETED,
          WEBHOOK_SECRET_ROTATED,
          WEBHOOK_TESTED,
          WEBHOOK_DELIVERY_REPLAYED,
          WEBHOOK_DEAD_LETTERS_REPLAYED,
          WEBHOOK_DEAD_LETTER_DISCARDED ->
          ControlPlanePermission.WEBHOOKS_READ;
      case IDENTITY_PROVIDER_UPDATED, IDENTITY_PROVIDER_DELETED ->
          ControlPlanePermission.IDENTITY_PROVIDER_READ;
      case PROBE_CREATED, PROBE_DELETED -> ControlPlanePermission.POLICIES_READ;
      case DECISIONS_SEALED, DECISIONS_ERASED -> ControlPlanePermission.DECISIONS_READ;
      // What no other operation of a tenant shows.
      case ORGANIZATION_CREATED,
          ORGANIZATION_UPDATED,
          ORGANIZATION_SUSPENDED,
          ORGANIZATION_REACTIVATED,
          ORGANIZATION_ADMINISTRATOR_RECOVERED,
          KEY_REWRAPPED,
          KEY_CREATED,
          KEY_ACTIVATED,
          KEY_SUPERSEDED,
          KEY_RETIRED,
          KEY_REVOKED,
          AUDIT_CHECKPOINT_CREATED,
          AUDIT_CHAIN_BROKEN,
          AUDIT_FINDING_ACKNOWLEDGED,
          SUBJECT_ERASED ->
          ControlPlanePermission.AUDIT_READ;
    };
  }
}
