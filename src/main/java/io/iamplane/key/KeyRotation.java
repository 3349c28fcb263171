package io.iamplane.key;

import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.lifecycle.Lifecycle;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a step of a purpose's keys.
 *
 * @param keys of the purpose that had not ended before, and one that was revoked, the oldest first
 * @param isRotated true if another key signs now
 * @param rotatesFrom the earliest time at which the standby can sign; null without a standby
 * @param untrusted the standby, as a verifier key, if it should sign and is not among the audit
 *     keys that the operator pinned; else null
 */
public record KeyRotation(
    KeyPurpose purpose,
    List<SigningKey> keys,
    boolean isRotated,
    boolean isChanged,
    @Nullable Instant rotatesFrom,
    @Nullable String untrusted) {

  static KeyRotation of(KeyPurpose purpose, KeyStepping.Taken taken) {
    Optional<SigningKey> was = in(taken.before(), KeyStatus.ACTIVE);
    Optional<SigningKey> is = in(taken.after(), KeyStatus.ACTIVE);
    List<String> ended =
        taken.before().stream().filter(key -> key.endedAt() != null).map(SigningKey::kid).toList();
    return new KeyRotation(
        purpose,
        taken.after().stream()
            .filter(key -> !ended.contains(key.kid()) || !taken.before().contains(key))
            .toList(),
        !is.map(SigningKey::kid).equals(was.map(SigningKey::kid)),
        !taken.before().equals(taken.after()),
        in(taken.after(), KeyStatus.PENDING)
            .map(key -> Lifecycle.signsFrom(key.state()))
            .orElse(null),
        taken.untrusted());
  }

  /** The key that signs; empty when none does, because none could be made. */
  public Optional<SigningKey> active() {
    return in(keys, KeyStatus.ACTIVE);
  }

  private static Optional<SigningKey> in(List<SigningKey> keys, KeyStatus status) {
    return keys.stream().filter(key -> key.status() == status).findFirst();
  }
}
