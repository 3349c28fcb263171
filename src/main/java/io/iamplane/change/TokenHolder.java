package io.iamplane.change;

import io.iamplane.shared.SubjectRef;

/**
 * Whose tokens a change ends: one client's, all that stand for one subject, or all of the
 * organization.
 *
 * @param text {@code client/<id>}, {@code subject/<type>:<id>} or {@code organization/}, which
 *     cannot be taken for one another
 */
public record TokenHolder(String text) {

  /** Every token of the organization. */
  public static final TokenHolder ORGANIZATION = new TokenHolder("organization/");

  public static TokenHolder client(String clientId) {
    return new TokenHolder("client/" + clientId);
  }

  public static TokenHolder subject(SubjectRef subject) {
    return new TokenHolder("subject/" + subject);
  }

  @Override
  public String toString() {
    return text;
  }
}
