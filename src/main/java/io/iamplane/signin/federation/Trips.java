package io.iamplane.signin.federation;

import io.iamplane.key.seal.SecretBox;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.signin.BrowserCookies;
import io.iamplane.signin.PageException;
import io.iamplane.signin.PageText;
import io.iamplane.signin.RandomSecrets;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/**
 * Trips in the parameter {@code state}, sealed for one browser, so that a begun sign-in stores
 * nothing. The browser's secret changes on the way back: a state is good once.
 */
@Singleton
class Trips {

  /** The time that a person may take. */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  /** Providers take no state of any length. */
  static final int MOST_OF_A_REQUEST = 1_500;

  private static final String CONTEXT = "federation-state:";
  private static final int PARTS = 6;

  private final SecretBox box;
  private final RandomSecrets secrets;
  private final Clock clock;

  Trips(SecretBox box, RandomSecrets secrets, Clock clock) {
    this.box = box;
    this.secrets = secrets;
    this.clock = clock;
  }

  Trip begin(OrganizationId organization, String issuer, String request) {
    if (request.length() > MOST_OF_A_REQUEST) {
      throw new PageException(400, PageText.REQUEST_TOO_LONG_FOR_COMPANY);
    }
    return new Trip(organization, issuer, secrets.next(), secrets.next(), clock.instant(), request);
  }

  /** The parameter, which counts in this browser alone. */
  String state(Trip trip, Secret form) {
    String text =
        String.join(
            "\n",
            trip.organization().toString(),
            trip.issuer(),
            trip.nonce().reveal(),
            trip.verifier().reveal(),
            Long.toString(trip.at().getEpochSecond()),
            trip.request());
    byte[] sealed =
        box.seal(text.getBytes(StandardCharsets.UTF_8), CONTEXT + BrowserCookies.proof(form));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  /** Reads the parameter; throws PageException if it is too old, or not of this browser. */
  Trip open(String state, Secret form) {
    Trip trip;
    try {
      byte[] plain =
          box.open(Base64.getUrlDecoder().decode(state), CONTEXT + BrowserCookies.proof(form));
      String[] parts = new String(plain, StandardCharsets.UTF_8).split("\n", PARTS);
      trip =
          new Trip(
              OrganizationId.parse(parts[0]).orElseThrow(),
              parts[1],
              new Secret(parts[2]),
              new Secret(parts[3]),
              Instant.ofEpochSecond(Long.parseLong(parts[4])),
              parts[5]);
    } catch (UnsealException | IllegalArgumentException _) {
      throw late();
    }
    if (trip.at().plus(LIFETIME).isBefore(clock.instant())) {
      throw late();
    }
    return trip;
  }

  private static PageException late() {
    return new PageException(400, PageText.TRIP_OVER);
  }
}
