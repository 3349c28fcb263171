package io.iamplane.shared.trace;

/** Every span that the service can begin. The name on the wire is stable: dashboards lean on it. */
public enum SpanName {
  /** A request of HTTP, from its head to the end of its answer; probes have none. */
  REQUEST("iam.request"),
  /** Authentication: from the bearer token to the caller. */
  AUTHENTICATE("iam.authenticate"),
  /** Authorizes the caller's use of an operation. */
  AUTHORIZE("iam.authorize"),
  /** Waiting for a tenant's policy, which is not in memory or not at the demanded version. */
  POLICY_LOAD("iam.policy.load"),
  /** The decisions that one request asks for, all of them, with the wait for a turn. */
  DECIDE("iam.decide"),
  /** Until the decisions of a request are as safe as they have to be before it is answered. */
  DECISION_LOG("iam.decision.log"),
  /** A change, from the lock of the tenant's version to the commit. */
  CHANGE_RECORD("iam.change.record"),
  /** Appending to the audit chain, from the lock of its head. */
  AUDIT_APPEND("iam.audit.append"),
  /** Claiming deliveries that are due; none is begun when there are none. */
  QUEUE_CLAIM("iam.queue.claim"),
  /** One request to a webhook. */
  WEBHOOK_DELIVER("iam.webhook.deliver"),
  TOKEN_ISSUE("iam.token.issue"),
  /** A run of a scheduled job, in a server or as a command. */
  JOB("iam.job"),
  /** A command of the command line, from its arguments to its exit code. */
  COMMAND("iam.command");

  private final String wire;

  SpanName(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }
}
