package io.iamplane.signin.federation;

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
   * Reads the proof. Without an {@code auth_time} that can be true its age is unknown: it is of
   * level aal1 whatever the methods, and throws UpstreamRefusedException if a recent one was asked
   * for.
   */
  static SignInProof of(
      IdentityProvider provider,
      AuthorizationRequest request,
      Trip trip,
      IDTokenClaimsSet idToken) {
    Instant at = time(idToken);
    Duration freshness = request.freshness();
    if (freshness != null && !isSince(at, trip.at().minus(freshness))) {
      throw UpstreamRefusedException.unavailable(
          "the authentication is too old, or its time is missing");
    }
    // The library's own types throw for an empty text; these are null for another form of claim.
    String acr = idToken.getStringClaim(IDTokenClaimsSet.ACR_CLAIM_NAME);
    List<String> methods = idToken.getStringListClaim(IDTokenClaimsSet.AMR_CLAIM_NAME);
    List<String> amr =
        methods == null ? List.of() : methods.stream().filter(UpstreamProof::isText).toList();
    return new SignInProof(
        isSince(at, trip.at().minus(OLDEST_AAL2))
            ? provider.rules().aal(isText(acr) ? acr : null, amr)
            : Aal.AAL1,
        Stream.concat(
                Stream.of(SignInProof.FEDERATED),
                amr.stream().filter(each -> METHOD.matcher(each).matches()).limit(MOST_METHODS))
            .distinct()
            .toList(),
        at);
  }

  /** The time of the authentication; null if unknown, or later than the token that states it. */
  private static @Nullable Instant time(IDTokenClaimsSet idToken) {
    Date time = idToken.getAuthenticationTime();
    Instant at = time == null ? Instant.MIN : time.toInstant();
    return at.isBefore(Instant.EPOCH) || at.isAfter(idToken.getIssueTime().toInstant().plus(SKEW))
        ? null
        : at;
  }

  private static boolean isText(@Nullable String value) {
    return value != null && !value.isBlank();
  }

  private static boolean isSince(@Nullable Instant at, Instant since) {
    return at != null && !at.isBefore(since.minus(SKEW));
  }
}
