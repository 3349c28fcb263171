package io.iamplane.shared;

/**
 * Answers whether a caller may use an operation. The control plane protects itself through this
 * port with its own decision point.
 *
 * <p>Fails closed: an implementation that cannot tell answers {@link Verdict#UNAVAILABLE}, and
 * never throws.
 */
public interface Authorizer {

  Verdict authorize(Caller caller, String permission);

  /** Whether a caller is known and active, whatever their permissions. */
  Verdict standing(Caller caller);

  /** The closed set of answers. */
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
    UNAVAILABLE
  }
}
