package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.SignInProof;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims of any form, empty ones among them, are a proof or none, and never a defect. */
class UpstreamProofTest {

  private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
  private static final String STRONG = "\"acr\":\"urn:strong\",\"amr\":[\"mfa\"]";

  /** Empty values among the rules must match nothing either. */
  private static final IdentityProvider PROVIDER =
      new IdentityProvider(
          "Acme",
          "https://upstream.example.com",
          "iam",
          null,
          IdTokenAlg.RS256,
          List.of(),
          new ClaimRules(
              Map.of(),
              true,
              null,
              null,
              Map.of(),
              List.of("urn:strong", "", " "),
              List.of("mfa", "", " ")),
          false,
          1,
          Instant.EPOCH);

  private static SignInProof proof(@Nullable Duration maxAge, String claims) throws Exception {
    AuthorizationRequest request =
        new AuthorizationRequest(
            "", null, null, "", Collections.emptySortedSet(), null, null, null, maxAge, null);
    Trip trip =
        new Trip(
            OrganizationId.next(),
            PROVIDER.issuer(),
            new Secret("n"),
            new Secret("v"),
            NOW.minusSeconds(30),
            "");
    String idToken =
        "{\"iss\":\"%s\",\"sub\":\"ada\",\"aud\":\"iam\",\"iat\":%d,\"exp\":%d,%s}"
            .formatted(PROVIDER.issuer(), NOW.getEpochSecond(), NOW.getEpochSecond() + 60, claims);
    return UpstreamProof.of(
        PROVIDER, request, trip, new IDTokenClaimsSet(JWTClaimsSet.parse(idToken)));
  }

  private static SignInProof at(long time, String claims) throws Exception {
    return proof(null, "\"auth_time\":" + time + "," + claims);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"acr\":\"\"",
        "\"acr\":\" \"",
        "\"acr\":null",
        "\"acr\":[\"urn:strong\"]",
        "\"acr\":{\"a\":1}",
        "\"amr\":[\"\"]",
        "\"amr\":[\" \"]",
        "\"amr\":[null]",
        "\"amr\":[]",
        "\"amr\":\"mfa\"",
        "\"amr\":[[\"mfa\"]]",
        "\"amr\":true"
      })
  void aClaimThatIsEmptyOrOfAnotherFormIsNone(String claims) throws Exception {
    SignInProof proof = at(NOW.getEpochSecond(), claims);
    assertThat(proof).isEqualTo(new SignInProof(Aal.AAL1, List.of("fed"), NOW));
  }

  @Test
  void theMethodsBesideEmptyOnesCount() throws Exception {
    SignInProof proof = at(NOW.getEpochSecond(), "\"acr\":\"\",\"amr\":[\"\",\"mfa\",null]");
    assertThat(proof).isEqualTo(new SignInProof(Aal.AAL2, List.of("fed", "mfa"), NOW));
    assertThat(at(NOW.getEpochSecond(), "\"acr\":\"urn:strong\"").aal()).isEqualTo(Aal.AAL2);
  }

  @Test
  void aClockMayBeAMinuteAhead() throws Exception {
    Instant ahead = NOW.plusSeconds(60);
    assertThat(at(ahead.getEpochSecond(), STRONG))
        .isEqualTo(new SignInProof(Aal.AAL2, List.of("fed", "mfa"), ahead));
  }

  @ParameterizedTest
  @ValueSource(longs = {61, 3_600, 99_999_999_999_999L, Long.MAX_VALUE / 2_000})
  void aTimeAfterTheTokenIsUnknown(long later) throws Exception {
    isUnknown(NOW.getEpochSecond() + later);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -99_999_999_999_999L, Long.MAX_VALUE})
  void aTimeBefore1970IsUnknown(long time) throws Exception {
    isUnknown(time);
  }

  private static void isUnknown(long time) throws Exception {
    assertThat(at(time, STRONG)).isEqualTo(new SignInProof(Aal.AAL1, List.of("fed", "mfa"), null));
    Duration any = Duration.ofSeconds(999_999_999);
    assertThatThrownBy(() -> proof(any, "\"auth_time\":" + time))
        .isInstanceOf(UpstreamRefusedException.class);
  }
}
