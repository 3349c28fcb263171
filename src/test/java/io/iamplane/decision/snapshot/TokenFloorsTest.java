package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.TokenHolder;
import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TokenFloorsTest {

  @Test
  void whoIsNotNamedHasNone() {
    assertThat(TokenFloors.of(Map.of()).of(TokenHolder.ORGANIZATION)).isZero();
    assertThat(TokenFloors.of(Map.of(TokenHolder.client("a"), 7L)).of(TokenHolder.client("A")))
        .isZero();
  }

  @Test
  void aFloorRisesAndTheFormerStaysWhatItWas() {
    TokenFloors first = TokenFloors.of(Map.of(TokenHolder.client("a"), 3L));
    TokenFloors second = first.raised(TokenHolder.client("a"), 9);
    assertThat(first.of(TokenHolder.client("a"))).isEqualTo(3);
    assertThat(second.of(TokenHolder.client("a"))).isEqualTo(9);
    assertThat(second.raised(TokenHolder.client("a"), 4).of(TokenHolder.client("a")))
        .as("it never sinks")
        .isEqualTo(9);
  }

  @Test
  void holdersOfOneNameAreApart() {
    TokenFloors floors =
        TokenFloors.of(Map.of())
            .raised(TokenHolder.client("x"), 1)
            .raised(TokenHolder.subject(new SubjectRef("user", "x")), 2)
            .raised(TokenHolder.subject(new SubjectRef("service_account", "x")), 3)
            .raised(TokenHolder.ORGANIZATION, 4);
    assertThat(floors.of(TokenHolder.client("x"))).isEqualTo(1);
    assertThat(floors.of(TokenHolder.subject(new SubjectRef("user", "x")))).isEqualTo(2);
    assertThat(floors.of(TokenHolder.subject(new SubjectRef("service_account", "x")))).isEqualTo(3);
    assertThat(floors.of(TokenHolder.ORGANIZATION)).isEqualTo(4);
    assertThat(floors.of(TokenHolder.client("user:x"))).isZero();
  }

  @Test
  void manyAreAllKnownHoweverTheyCame() {
    Map<TokenHolder, Long> versions = new HashMap<>();
    TokenFloors raised = TokenFloors.of(Map.of());
    for (long i = 1; i <= 10_000; i++) {
      TokenHolder holder = TokenHolder.client("client_" + i);
      versions.put(holder, i);
      raised = raised.raised(holder, i);
    }
    TokenFloors loaded = TokenFloors.of(versions);
    for (Map.Entry<TokenHolder, Long> one : versions.entrySet()) {
      assertThat(loaded.of(one.getKey())).isEqualTo(one.getValue());
      assertThat(raised.of(one.getKey())).isEqualTo(one.getValue());
    }
  }
}
