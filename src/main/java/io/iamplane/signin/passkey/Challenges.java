package io.iamplane.signin.passkey;

import io.iamplane.key.seal.SecretBox;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.Secret;
import io.iamplane.signin.BrowserCookies;
import io.iamplane.signin.Html;
import io.iamplane.signin.PageException;
import io.iamplane.signin.PageForm;
import io.iamplane.signin.PageText;
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
  private static final String FIELD = "challenge";

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

  /** The two uses of an authenticator; a challenge of one does not count in the other. */
  enum Ceremony {
    ENROLMENT,
    SIGN_IN
  }

  /** A challenge, and the time at which it was made, to the microsecond. */
  record Challenge(byte[] value, Instant at) {}

  Challenge next() {
    byte[] value = new byte[BYTES];
    random.nextBytes(value);
    return new Challenge(value, clock.instant().truncatedTo(ChronoUnit.MICROS));
  }

  /** The hidden field, which counts only in forms that are tied to this secret of a browser. */
  String field(Ceremony ceremony, Challenge challenge, Secret form) {
    byte[] plain =
        ByteBuffer.allocate(Long.BYTES + BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, challenge.at()))
            .put(challenge.value())
            .array();
    byte[] sealed = box.seal(plain, context(ceremony, BrowserCookies.proof(form)));
    return Html.hidden(FIELD, Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
  }

  /**
   * Opens the field; throws PageException if it is forged, of another ceremony or browser, or old.
   */
  Challenge open(Ceremony ceremony, PageForm form) {
    String field = form.value(FIELD).orElse("");
    String context = context(ceremony, form.value(BrowserCookies.FORM_FIELD).orElse(""));
    Challenge challenge;
    try {
      ByteBuffer plain = ByteBuffer.wrap(box.open(Base64.getUrlDecoder().decode(field), context));
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

  private static String context(Ceremony ceremony, String proof) {
    return CONTEXT + ceremony + ":" + proof;
  }

  private static PageException late() {
    return new PageException(400, PageText.CHALLENGE_OVER);
  }
}
