package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FreshnessTest {

  private static final Duration MAX_STALENESS = new TestDecisionConfig().maxStaleness();

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000); // about to overflow
  private Runnable answer = () -> {};
  private final Freshness freshness =
      new Freshness(
          now::get, new TestDecisionConfig(), TestDecisionConfig.NEVER, () -> answer.run());

  @AfterEach
  void stop() {
    freshness.stop();
  }

  @Test
  void nothingIsFreshBeforeTheFirstAnswer() {
    assertThat(freshness.isFresh()).isFalse();
  }

  @Test
  void anAnswerIsGoodForItsTimeAndNoLonger() {
    freshness.look();
    assertThat(freshness.isFresh()).isTrue();
    now.addAndGet(MAX_STALENESS.toNanos());
    assertThat(freshness.isFresh()).isTrue();
    now.incrementAndGet();
    assertThat(freshness.isFresh()).isFalse();
  }

  /** A change made during the query may be missing in its answer. */
  @Test
  void timeCountsFromTheQuestion() {
    answer = () -> now.addAndGet(MAX_STALENESS.toNanos() + 1);
    freshness.look();
    assertThat(freshness.isFresh()).isFalse();
  }

  @Test
  void aQuestionWithoutAnAnswerConfirmsNothing() {
    answer =
        () -> {
          throw new IllegalStateException("the database is away");
        };
    assertThatThrownBy(freshness::look).hasMessage("the database is away");
    assertThat(freshness.isFresh()).isFalse();
  }
}
