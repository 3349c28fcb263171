package io.iamplane.audit.erasure;

import java.util.List;

/**
 * Texts of the present policy and configuration that may name a person, and that an erasure must
 * not change without their owner: a condition decides, a key is referred to elsewhere. Names there
 * are reported and refused, unless the caller accepts that they stay.
 */
enum LivePlace {
  ORGANIZATION("iam_organizations", "organization", "id::text", "key", "name"),
  USER("iam_users", "user", "id::text", "attributes"),
  GROUP("iam_groups", "group", "id::text", "key", "external_id", "name", "source", "attributes"),
  MEMBER("iam_group_members", "group_member", "id::text", "member_id", "condition"),
  SERVICE_ACCOUNT(
      "iam_service_accounts", "service_account", "id::text", "external_id", "name", "attributes"),
  OBJECT("iam_objects", "object", "type || ':' || id", "id", "name", "attributes"),
  CLIENT("iam_clients", "client", "client_id", "client_id", "jwks"),
  GRANT("iam_grants", "grant", "id::text", "resource_id", "condition"),
  RELATION(
      "iam_relations",
      "relation",
      "id::text",
      "subject_id",
      "object_id",
      "condition",
      "condition_values"),
  APPLICATION(
      "iam_applications",
      "application",
      "id::text",
      "key",
      "name",
      "types",
      "attributes",
      "conditions"),
  MANIFEST("iam_manifests", "manifest", "id::text", "content", "note"),
  PERMISSION("iam_permissions", "permission", "key", "key", "label", "description"),
  ROLE("iam_roles", "role", "key", "key", "label", "request"),
  WEBHOOK("iam_webhooks", "webhook", "id::text", "url", "disabled_reason"),
  IDENTITY_PROVIDER(
      "iam_identity_providers",
      "identity_provider",
      "organization_id::text",
      "name",
      "client_id",
      "settings"),
  PROBE("iam_policy_probes", "probe", "id::text", "name", "question"),
  ACCESS_REVIEW("iam_access_reviews", "access_review", "id::text", "name"),
  ACCESS_REVIEW_ITEM("iam_access_review_items", "access_review_item", "id::text", "note"),
  DUTY_RULE("iam_duty_rules", "duty_rule", "id::text", "name", "exceptions"),
  ACCESS_REQUEST("iam_access_requests", "access_request", "id::text", "justification", "steps"),
  ANOMALY("iam_anomaly_signals", "anomaly", "id::text", "note"),
  RECOMMENDATION("iam_recommendations", "recommendation", "id::text", "reason");

  private final String table;
  private final String target;
  private final String key;
  private final List<String> columns;

  LivePlace(String table, String target, String key, String... columns) {
    this.table = table;
    this.target = target;
    this.key = key;
    this.columns = List.of(columns);
  }

  String table() {
    return table;
  }

  /** The type of the target under which audit records speak of it. */
  String target() {
    return target;
  }

  List<String> columns() {
    return columns;
  }

  /** Its key and columns as texts, of the rows that match; parameters: organization, patterns. */
  String sql() {
    String texts = String.join("::text, ", columns) + "::text";
    return "SELECT %s AS key, %s FROM %s WHERE %s = ? AND %s concat_ws(chr(10), %s) ILIKE ANY (?)"
        .formatted(
            key,
            texts,
            table,
            this == ORGANIZATION ? "id" : "organization_id",
            condition(),
            texts.replace("::text", "::text COLLATE \"default\""));
  }

  /** A revoked grant is history: its texts are erased like other copies. */
  private String condition() {
    return switch (this) {
      case GRANT -> "status <> 'revoked' AND";
      case WEBHOOK -> "status <> 'deleted' AND";
      case ORGANIZATION,
          USER,
          GROUP,
          MEMBER,
          SERVICE_ACCOUNT,
          OBJECT,
          CLIENT,
          RELATION,
          APPLICATION,
          MANIFEST,
          PERMISSION,
          ROLE,
          IDENTITY_PROVIDER,
          PROBE,
          ACCESS_REVIEW,
          ACCESS_REVIEW_ITEM,
          DUTY_RULE,
          ACCESS_REQUEST,
          ANOMALY,
          RECOMMENDATION ->
          "";
    };
  }
}
