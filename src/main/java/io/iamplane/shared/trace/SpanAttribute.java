package io.iamplane.shared.trace;

/** Every attribute of spans. None may hold a secret or a token; a subject appears by its id. */
public enum SpanAttribute {
  ORGANIZATION("iam.organization"),
  /** The acting account, as {@code type:id}. */
  SUBJECT("iam.subject"),
  CLIENT("iam.client"),
  PERMISSION("iam.permission"),
  /** The outcome, in one word; see each span. */
  OUTCOME("iam.outcome"),
  REASON("iam.reason"),
  POLICY_VERSION("iam.policy_version"),
  /** The number of effects of a change, of deliveries of a claim, or of records of a chain. */
  EFFECTS("iam.effects"),
  /** The number of decisions made or recorded. */
  DECISIONS("iam.decisions"),
  /** The number of decisions that allow. */
  ALLOWED("iam.allowed"),
  /** The number of grants considered. */
  CANDIDATES("iam.candidates"),
  /** The number of conditions evaluated. */
  CONDITIONS("iam.conditions"),
  /** The number of steps in the relation model. */
  RELATION_STEPS("iam.relation_steps"),
  /** The name of a command or job. */
  TASK("iam.task"),
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
