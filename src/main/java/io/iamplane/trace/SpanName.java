package io.iamplane.trace;

/** Every span that the service can begin. The name on the wire is stable: dashboards lean on it. */
public enum SpanName {
  /** Authentication: from the bearer token to the caller. */
  AUTHENTICATE("iam.authenticate"),
  /** Asking whether the caller may use an operation. */
  AUTHORIZE("iam.authorize"),
  /** A change, from the lock of the tenant's version to the commit. */
  CHANGE_RECORD("iam.change.record"),
  /** Appending to the audit chain, from the lock of its head. */
  AUDIT_APPEND("iam.audit.append"),
  /** Claiming deliveries that are due; none is begun when there are none. */
  QUEUE_CLAIM("iam.queue.claim"),
  /** One request to a webhook. */
  WEBHOOK_DELIVER("iam.webhook.deliver"),
  /** Issuing an access token. */
  TOKEN_ISSUE("iam.token.issue");

  private final String wire;

  SpanName(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }
}
