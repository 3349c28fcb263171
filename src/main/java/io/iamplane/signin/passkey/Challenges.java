package io.iamplane.signin.passkey;

import io.iamplane.key.seal.SecretBox;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.signin.PageException;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/**
 * Challenges of ceremonies (Web Authentication, section 13.4.3). A challenge travels with its time
 * in a sealed field of the form, so that a begun ceremony stores nothing.
 */
@Singleton
class Challenges {

  /** The field of forms that holds the sealed challenge. */
  static final String FIELD = "challenge";

  /** The time that a person may take. */
  static final Duration LIFETIME = Duration.ofMinutes(5);

  private static final int BYTES = 32;
  private static final String CONTEXT = "passkey-challenge:";

  private final SecretBox box;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  Challenges(SecretBox box, Clock clock) {
    this.box = box;
    this.clock = clock;
  }

  /**
   * A challenge.
   *
   * @param at the time at which it was made, to the microsecond
   */
  record Challenge(byte[] value, Instant at) {}

  /** A new challenge. */
  Challenge next() {
    byte[] value = new byte[BYTES];
    random.nextBytes(value);
    return new Challenge(value, clock.instant().truncatedTo(ChronoUnit.MICROS));
  }

  /** The value of the form's field. */
  String sealed(Ceremony ceremony, Challenge challenge) {
    byte[] plain =
        ByteBuffer.allocate(Long.BYTES + BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, challenge.at()))
            .put(challenge.value())
            .array();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(box.seal(plain, CONTEXT + ceremony));
  }

  /**
   * Opens the value of the form's field.
   *
   * @throws PageException if it was not made here for this ceremony, or is too old
   */
  Challenge open(Ceremony ceremony, String field) {
    Challenge challenge;
    try {
      ByteBuffer plain =
          ByteBuffer.wrap(box.open(Base64.getUrlDecoder().decode(field), CONTEXT + ceremony));
      Instant at = Instant.EPOCH.plus(plain.getLong(), ChronoUnit.MICROS);
      byte[] value = new byte[BYTES];
      plain.get(value);
      challenge = new Challenge(value, at);
    } catch (UnsealException | IllegalArgumentException _) {
      throw late();
    }
    if (challenge.at().plus(LIFETIME).isBefore(clock.instant())) {
      throw late();
    }
    return challenge;
  }

  private static PageException late() {
    return new PageException(400, "This page is too old. Load it again, and use your passkey.");
  }
}
