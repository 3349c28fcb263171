package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.EndedTokens;
import io.iamplane.change.EndedTokens.Floor;
import io.iamplane.change.TokenHolder;
import io.iamplane.shared.SubjectRef;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TokenFloorsTest {

  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

  @Test
  void whoIsNotNamedHasNone() {
    assertThat(TokenFloors.of(Map.of()).of(TokenHolder.ORGANIZATION)).isZero();
    assertThat(TokenFloors.of(Map.of(TokenHolder.client("a"), at(7))).of(TokenHolder.client("A")))
        .isZero();
  }

  @Test
  void aFloorRisesAndTheFormerStaysWhatItWas() {
    TokenFloors first = TokenFloors.of(Map.of(TokenHolder.client("a"), at(3)));
    TokenFloors second = first.raised(TokenHolder.client("a"), at(9));
    assertThat(first.of(TokenHolder.client("a"))).isEqualTo(3);
    assertThat(second.of(TokenHolder.client("a"))).isEqualTo(9);
    assertThat(second.raised(TokenHolder.client("a"), at(4)).of(TokenHolder.client("a")))
        .as("it never sinks")
        .isEqualTo(9);
  }

  @Test
  void holdersOfOneNameAreApart() {
    TokenFloors floors =
        TokenFloors.of(Map.of())
            .raised(TokenHolder.client("x"), at(1))
            .raised(TokenHolder.subject(new SubjectRef("user", "x")), at(2))
            .raised(TokenHolder.subject(new SubjectRef("service_account", "x")), at(3))
            .raised(TokenHolder.ORGANIZATION, at(4));
    assertThat(floors.of(TokenHolder.client("x"))).isEqualTo(1);
    assertThat(floors.of(TokenHolder.subject(new SubjectRef("user", "x")))).isEqualTo(2);
    assertThat(floors.of(TokenHolder.subject(new SubjectRef("service_account", "x")))).isEqualTo(3);
    assertThat(floors.of(TokenHolder.ORGANIZATION)).isEqualTo(4);
    assertThat(floors.of(TokenHolder.client("user:x"))).isZero();
  }

  @Test
  void manyAreAllKnownHoweverTheyCame() {
    Map<TokenHolder, Floor> versions = new HashMap<>();
    TokenFloors raised = TokenFloors.of(Map.of());
    for (long i = 1; i <= 10_000; i++) {
      TokenHolder holder = TokenHolder.client("client_" + i);
      versions.put(holder, at(i));
      raised = raised.raised(holder, at(i));
    }
    TokenFloors loaded = TokenFloors.of(versions);
    for (Map.Entry<TokenHolder, Floor> one : versions.entrySet()) {
      assertThat(loaded.of(one.getKey())).isEqualTo(one.getValue().version());
      assertThat(raised.of(one.getKey())).isEqualTo(one.getValue().version());
    }
  }

  // --- Single tokens ---

  @Test
  void aSingleTokenIsOneOfOneClient() {
    TokenFloors floors = TokenFloors.of(Map.of()).raised(TokenHolder.token("a", "t"), at(5));
    assertThat(floors.haveTokens()).isTrue();
    assertThat(floors.of(TokenHolder.token("a", "t"))).isEqualTo(5);
    assertThat(floors.of(TokenHolder.token("a", "u"))).isZero();
    assertThat(floors.of(TokenHolder.token("b", "t"))).isZero();
    assertThat(floors.of(TokenHolder.client("a"))).isZero();
    assertThat(TokenFloors.of(Map.of(TokenHolder.client("a"), at(5))).haveTokens()).isFalse();
  }

  @Test
  void whatNoLivingTokenIsUnderIsForgottenWithTheNextOnes() {
    requireForgotten(50_000);
  }

  @Test
  @Tag("ci")
  void whatNoLivingTokenIsUnderIsForgottenWithTheNextOnesOfMany() {
    requireForgotten(200_000);
  }

  private static void requireForgotten(int tokens) {
    TokenFloors floors = TokenFloors.of(Map.of());
    Instant now = NOW;
    for (int i = 0; i < tokens; i++) {
      // Twenty thousand live at a time.
      now = now.plus(EndedTokens.RETENTION.dividedBy(20_000));
      floors = floors.raised(TokenHolder.token("a", "t" + i), new Floor(i, now));
    }
    assertThat(floors.weight()).isBetween(20_000L * 320, 22_000L * 320);
    for (int i = tokens - 19_999; i < tokens; i++) {
      assertThat(floors.of(TokenHolder.token("a", "t" + i))).isEqualTo(i);
    }
  }

  @Test
  void whatSaysNoTimeIsKeptAndForgetsNothing() {
    TokenFloors floors =
        TokenFloors.of(Map.of(TokenHolder.ORGANIZATION, at(1)))
            .raised(TokenHolder.ORGANIZATION, new Floor(2, Instant.MAX))
            .raised(TokenHolder.ORGANIZATION, new Floor(1, NOW.plus(Duration.ofDays(9))));
    assertThat(floors.of(TokenHolder.ORGANIZATION)).isEqualTo(2);
  }

  private static Floor at(long version) {
    return new Floor(version, NOW);
  }
}
