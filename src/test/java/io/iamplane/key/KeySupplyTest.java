package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.lifecycle.Lifecycle;
import io.iamplane.key.seal.TestProviders;
import io.iamplane.testing.LogCapture;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class KeySupplyTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<KeyState> KEYS =
      List.of(
          new KeyState("signs", KeyStatus.ACTIVE, NOW, NOW, false, null, null),
          new KeyState("stands-by", KeyStatus.PENDING, NOW, null, false, null, null));

  private final Lifecycle lifecycle = new Lifecycle(Duration.ofDays(90), Duration.ofHours(2));
  private final Semaphore answers = new Semaphore(0);
  private final AtomicInteger asked = new AtomicInteger();
  private final KeySupply supply =
      new KeySupply(
          _ -> KEYS,
          TestProviders.hanging(answers, asked),
          Clock.fixed(NOW, ZoneOffset.UTC),
          Duration.ofMillis(200));

  @AfterEach
  void stop() {
    answers.release(100);
    supply.stop();
  }

  @Test
  @Timeout(30)
  void aRevocationDoesNotWaitForAProviderThatHangs() {
    List<String> lines =
        LogCapture.during(KeySupply.class, () -> assertThat(revocation().next()).isEmpty());
    assertThat(lines).singleElement().asString().contains("could not create", "200 ms");
  }

  @Test
  @Timeout(30)
  void revocationsDoNotPileUpInAProviderThatHangs() {
    for (int i = 0; i < 3; i++) {
      assertThat(revocation().next()).isEmpty();
    }
    assertThat(asked).hasValue(1);
    answers.release(100);
    await().until(() -> revocation().next().isPresent());
  }

  private KeySupply.Stock revocation() {
    return supply.of(
        new KeyPlan(
            KeyPurpose.TOKEN, (keys, moment) -> lifecycle.revoke(keys, "signs", moment), "leaked"));
  }
}
