package io.iamplane.change;

import io.iamplane.shared.SubjectRef;

/**
 * The tokens that a change ends: all of a client, all of a subject, all of a subject at a client,
 * all of the organization, or a single token, by its name.
 *
 * @param text {@code client/<id>}, {@code subject/<type>:<id>}, {@code organization/}, {@code
 *     token/<client>/<type>:<id>} or {@code token/<client>/<jti>}, which cannot be taken for one
 *     another
 */
public record TokenHolder(String text) {

  /** The prefix of single tokens. */
  static final String TOKEN = "token/";

  public static final TokenHolder ORGANIZATION = new TokenHolder("organization/");

  /** Every token of the organization's people. */
  public static final TokenHolder PEOPLE = subject(new SubjectRef(SubjectRef.USER, "*"));

  public static TokenHolder client(String clientId) {
    return new TokenHolder("client/" + clientId);
  }

  public static TokenHolder subject(SubjectRef subject) {
    return new TokenHolder("subject/" + subject);
  }

  /** A single token; its name has no slash, so that no two tokens share a text. */
  public static TokenHolder token(String clientId, String jti) {
    return new TokenHolder(tokensOf(clientId) + jti);
  }

  /**
   * All tokens that a client has of a subject. It is bounded like single tokens, whose names are
   * made here and have no colon.
   */
  public static TokenHolder subjectOf(String clientId, SubjectRef subject) {
    return token(clientId, subject.toString());
  }

  /** The prefix of a client's single tokens. */
  static String tokensOf(String clientId) {
    return TOKEN + clientId + "/";
  }

  /** Returns true for a single token, and for those of a subject at a client. */
  public boolean isToken() {
    return text.startsWith(TOKEN);
  }

  @Override
  public String toString() {
    return text;
  }
}
