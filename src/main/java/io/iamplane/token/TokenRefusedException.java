package io.iamplane.token;

import java.io.Serial;

/** The refusal of a token, with the reason for the log and for tests; a client never learns it. */
public final class TokenRefusedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** The check that failed. */
  public enum Reason {
    TOO_LARGE,
    MALFORMED,
    ALGORITHM,
    TYPE,
    HEADER,
    UNKNOWN_KEY,
    SIGNATURE,
    CLAIMS,
    ISSUER,
    AUDIENCE,
    EXPIRED,
    NOT_YET_VALID,
    /** {@code sub} is no client's name, or not the one beside it; of assertions only. */
    SUBJECT,
    /** {@code exp} is too far from {@code iat}, or that of an assertion from now. */
    LIFETIME,
    /** The {@code jti} was used before; of assertions only. */
    USED,
    /** It is bound to a key and came as a plain bearer token, or the other way round. */
    BINDING
  }

  private final Reason reason;

  public TokenRefusedException(Reason reason) {
    // No stack trace: malformed tokens must stay cheap.
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
