package io.iamplane.signin.federation;

import com.nimbusds.openid.connect.sdk.claims.AMR;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import io.iamplane.shared.Aal;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.SignInProof;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The proof of an authentication that an ID token states. */
final class UpstreamProof {

  /** The greatest age of an authentication of level aal2 (NIST SP 800-63B-3, section 4.2.3). */
  static final Duration OLDEST_AAL2 = Duration.ofHours(12);

  /** The difference between the clocks of two hosts. */
  private static final Duration SKEW = Duration.ofSeconds(60);

  private static final Pattern METHOD = Pattern.compile("[A-Za-z0-9_-]{1,20}");
  private static final int MOST_METHODS = 5;

  private UpstreamProof() {}

  /** The greatest age of the authentication that a provider is asked for; null for any. */
  static @Nullable Duration greatestAge(AuthorizationRequest request) {
    Duration freshness = request.freshness();
    return request.aal() != Aal.AAL2 || (freshness != null && freshness.compareTo(OLDEST_AAL2) < 0)
        ? freshness
        : OLDEST_AAL2;
  }

  /**
   * Reads the proof. Without {@code auth_time} its age is unknown: it is of level aal1 whatever the
   * methods, and throws UpstreamRefusedException if a recent one was asked for.
   */
  static SignInProof of(
      IdentityProvider provider,
      AuthorizationRequest request,
      Trip trip,
      IDTokenClaimsSet idToken) {
    Date time = idToken.getAuthenticationTime();
    Instant at = time == null ? null : time.toInstant();
    Duration freshness = request.freshness();
    if (freshness != null && !isSince(at, trip.at().minus(freshness))) {
      throw UpstreamRefusedException.unavailable(
          "the authentication is too old, or its time is missing");
    }
    List<String> amr =
        idToken.getAMR() == null
            ? List.of()
            : idToken.getAMR().stream().map(AMR::getValue).toList();
    String acr = idToken.getACR() == null ? null : idToken.getACR().getValue();
    return new SignInProof(
        isSince(at, trip.at().minus(OLDEST_AAL2)) ? provider.rules().aal(acr, amr) : Aal.AAL1,
        Stream.concat(
                Stream.of(SignInProof.FEDERATED),
                amr.stream().filter(each -> METHOD.matcher(each).matches()).limit(MOST_METHODS))
            .distinct()
            .toList(),
        at);
  }

  private static boolean isSince(@Nullable Instant at, Instant since) {
    return at != null && !at.isBefore(since.minus(SKEW));
  }
}
