package io.iamplane.key.lifecycle;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a key in its life.
 *
 * @param publishedAt the time since which verifiers can fetch it
 * @param activatedAt the time of its first signature; null before
 * @param early true if a revocation had it sign before every verifier could know it
 * @param supersededAt the time at which another key took its place; null before
 * @param endedAt the time of its retirement or revocation; null before
 */
public record KeyState(
    String kid,
    KeyStatus status,
    Instant publishedAt,
    @Nullable Instant activatedAt,
    boolean early,
    @Nullable Instant supersededAt,
    @Nullable Instant endedAt) {

  static KeyState published(String kid, Instant at) {
    return new KeyState(kid, KeyStatus.PENDING, at, null, false, null, null);
  }

  KeyState activated(Instant at, boolean isEarly) {
    return new KeyState(
        kid, KeyStatus.ACTIVE, publishedAt, later(at, publishedAt), isEarly, null, null);
  }

  KeyState superseded(Instant at) {
    return new KeyState(
        kid, KeyStatus.OVERLAP, publishedAt, activatedAt, early, later(at, activatedAt), null);
  }

  KeyState ended(KeyStatus as, Instant at) {
    return new KeyState(kid, as, publishedAt, activatedAt, early, supersededAt, at);
  }

  /** Returns true if it is in the JWKS, so that verifiers accept its signatures. */
  public boolean isPublished() {
    return switch (status) {
      case PENDING, ACTIVE, OVERLAP -> true;
      case RETIRED, REVOKED -> false;
    };
  }

  /** The clocks of two replicas may differ; the times of a key go forward all the same. */
  private static Instant later(Instant at, @Nullable Instant before) {
    return before != null && at.isBefore(before) ? before : at;
  }
}
