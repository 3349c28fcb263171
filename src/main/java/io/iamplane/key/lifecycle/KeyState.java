package io.iamplane.key.lifecycle;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a key is in its life.
 *
 * @param publishedAt since when verifiers can fetch it
 * @param activatedAt since when it signs or did; null before
 * @param early whether it had to sign before every verifier could know it, because of a revocation
 * @param supersededAt when another key took its place; null before
 * @param endedAt when it was retired or revoked; null before
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

  /** Whether it is in the JWKS, so that verifiers accept what it signed. */
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
