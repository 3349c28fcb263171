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
  /** How it ended: {@code allowed}, {@code denied}. */
  OUTCOME("iam.outcome"),
  /** The version of the tenant's policy. */
  POLICY_VERSION("iam.policy_version"),
  /** How many things a change did. */
  EFFECTS("iam.effects");

  private final String wire;

  SpanAttribute(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }
}
