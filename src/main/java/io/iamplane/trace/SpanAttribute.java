package io.iamplane.trace;

/**
 * Every attribute that a span can carry. None of them may hold a secret or a token; a subject
 * appears by its id.
 */
public enum SpanAttribute {
  /** The tenant's id. */
  ORGANIZATION("iam.organization"),
  /** Who acts, as {@code type:id}. */
  SUBJECT("iam.subject"),
  /** The OAuth client's id. */
  CLIENT("iam.client"),
  /** The permission asked for. */
  PERMISSION("iam.permission"),
  /** How it ended, in one word; see each span. */
  OUTCOME("iam.outcome"),
  /** Why it was decided so: a reason code. */
  REASON("iam.reason"),
  /** The version of the tenant's policy. */
  POLICY_VERSION("iam.policy_version"),
  /** How many things a change did, a claim holds, or a chain took. */
  EFFECTS("iam.effects"),
  /** How many decisions were made or recorded. */
  DECISIONS("iam.decisions"),
  /** How many of them allow. */
  ALLOWED("iam.allowed"),
  /** How many grants were looked at. */
  CANDIDATES("iam.candidates"),
  /** How many conditions were evaluated. */
  CONDITIONS("iam.conditions"),
  /** How many steps were taken in the relation model. */
  RELATION_STEPS("iam.relation_steps"),
  /** The name of a command or job. */
  TASK("iam.task"),
  /** The exit code of a command. */
  EXIT_CODE("iam.exit_code"),
  /** Ties the span to log lines, audit records and the answer. */
  CORRELATION_ID("iam.correlation_id"),
  /** The method of a request, as OpenTelemetry calls it. */
  HTTP_METHOD("http.request.method"),
  /** The template of its path, never the path itself, as OpenTelemetry calls it. */
  HTTP_ROUTE("http.route"),
  /** The status of its answer, as OpenTelemetry calls it. */
  HTTP_STATUS("http.response.status_code");

  private final String wire;

  SpanAttribute(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }
}
