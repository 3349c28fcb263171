package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7636 with S256. */
class PkceTest {

  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  @Test
  void theVectorOfAppendixBHolds() {
    assertThat(Pkce.isVerifier(VERIFIER)).isTrue();
    assertThat(Pkce.isChallenge(CHALLENGE)).isTrue();
    assertThat(Pkce.verifies(VERIFIER, CHALLENGE)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // plain: the challenge itself
        CHALLENGE,
        // another one, shorter, longer
        "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl",
        "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjX",
        "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXkk",
        ""
      })
  void anotherVerifierFails(String verifier) {
    assertThat(Pkce.verifies(verifier, CHALLENGE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "short",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c=",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cMM",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"
      })
  void whatIsNoHashIsNoChallenge(String text) {
    assertThat(Pkce.isChallenge(text)).isFalse();
  }

  @Test
  void verifiersHave43To128UnreservedCharacters() {
    assertThat(Pkce.isVerifier("a".repeat(42))).isFalse();
    assertThat(Pkce.isVerifier("a".repeat(43))).isTrue();
    assertThat(Pkce.isVerifier("a-._~Z9".repeat(18) + "aa")).isTrue();
    assertThat(Pkce.isVerifier("a".repeat(129))).isFalse();
    assertThat(Pkce.isVerifier("a".repeat(42) + "+")).isFalse();
  }
}
