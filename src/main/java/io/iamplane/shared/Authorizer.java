package io.iamplane.shared;

/**
 * Decides about a caller's use of an operation. The control plane protects itself through this port
 * with its own decision point.
 *
 * <p>Fails closed: an implementation without an answer returns {@link Verdict#UNAVAILABLE}, and
 * never throws.
 */
public interface Authorizer {

  Verdict authorize(Caller caller, String permission);

  /**
   * Returns true if a caller may use an operation and no record must be written. Never records; if
   * it is false, {@link #authorize} has the answer.
   */
  default boolean allowsUnrecorded(Caller caller, String permission) {
    return false;
  }

  /** Checks that a caller is known and active, regardless of permissions. */
  Verdict standing(Caller caller);

  enum Verdict {
    ALLOWED,
    DENIED,
    /** Allowed, at a higher assurance than the caller's. */
    STEP_UP_REQUIRED,
    /** The caller's token ended before its time: its credential, client or subject did. */
    TOKEN_ENDED,
    /** The scope of the caller's token does not cover the permission. */
    OUT_OF_SCOPE,
    /** A dependency is down, so no one may. */
    UNAVAILABLE;

    /** Returns true if the caller may; throws DEPENDENCY_UNAVAILABLE if that is not known. */
    public boolean isAllowedOrThrow() {
      return switch (this) {
        case ALLOWED -> true;
        case DENIED, STEP_UP_REQUIRED, TOKEN_ENDED, OUT_OF_SCOPE -> false;
        case UNAVAILABLE ->
            throw IamException.dependencyUnavailable(
                new IllegalStateException("the decision point returned no decision"));
      };
    }

    /**
     * @throws IamException FORBIDDEN, UNAUTHORIZED, STEP_UP_REQUIRED or DEPENDENCY_UNAVAILABLE,
     *     naming the requirement
     */
    public void require(String permission) {
      switch (this) {
        case ALLOWED -> {
          // Nothing stands in the way.
        }
        case DENIED ->
            throw IamException.of(
                ErrorCode.FORBIDDEN, "The permission " + permission + " is required.");
        case TOKEN_ENDED -> throw ended();
        case OUT_OF_SCOPE ->
            // RFC 6750, section 3.1
            throw IamException.of(
                    ErrorCode.FORBIDDEN, "The token's scope does not cover " + permission + ".")
                .with("error", "insufficient_scope")
                .with("scope", permission);
        case STEP_UP_REQUIRED ->
            throw IamException.of(
                ErrorCode.STEP_UP_REQUIRED, "Authenticate at a higher assurance level.");
        case UNAVAILABLE ->
            throw IamException.dependencyUnavailable(
                new IllegalStateException("the decision point made no decision"));
      }
    }

    /** Returns the refusal of an ended token, as of any invalid one (RFC 6750, section 3.1). */
    public static IamException ended() {
      return IamException.unauthorized(
              new IllegalStateException("the token was ended before it expired"))
          .with("error", "invalid_token");
    }
  }
}
