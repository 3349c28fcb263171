package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.OrganizationId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A write without an answer since an outage is known as such, until one is written. */
class AnsweredTargetTest {

  private static final Duration LONG = AnsweredTarget.SILENCE;
  private static final Duration SHORTER = LONG.minusNanos(1);
  private static final RuntimeException LOST = new IllegalStateException("lost");

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - LONG.toNanos());
  private final AtomicLong returned = new AtomicLong(nanos.get());
  private final AnsweredTarget target =
      new AnsweredTarget(
          this::write,
          new LogBuffer(1_000_000),
          new DecisionMeters(new SimpleMeterRegistry()),
          nanos::get,
          returned::get,
          false);
  private Duration time = Duration.ZERO;
  private @Nullable RuntimeException failure;
  private boolean duringOutage = true;
  private boolean silent;

  private void write(DecisionSink.Flush flush) {
    assertThat(flush.blocks()).hasSize(1);
    if (duringOutage) {
      returned.set(nanos.get() + 1);
    }
    nanos.addAndGet(time.toNanos());
    silent = target.isSilent();
    if (failure != null) {
      throw failure;
    }
  }

  private void tries(Duration taking, @Nullable RuntimeException failing) {
    time = taking;
    failure = failing;
    List<LoggedDecision> one = List.of(Decisions.logged(OrganizationId.next()));
    if (failing == null) {
      target.write(one, List.of());
    } else {
      assertThatThrownBy(() -> target.write(one, List.of())).isSameAs(failing);
    }
  }

  @Test
  void aWriteIsSilentOnceItHadNoAnswerForLong() {
    tries(SHORTER, null);
    assertThat(silent).as("answered in time").isFalse();
    tries(LONG, null);
    assertThat(silent).isTrue();
    assertThat(target.isSilent()).as("written").isFalse();
  }

  /** Some blocks in one transaction may take ten seconds: the log gets on, and is not away. */
  @Test
  void aSlowWriteWithoutAnOutageIsNotSilent() {
    duringOutage = false;
    tries(LONG, null);
    assertThat(silent).isFalse();
    tries(LONG, LOST);
    assertThat(target.isSilent()).isFalse();
  }

  /** A lost connection fails after many seconds, and the next one may be lost as well. */
  @Test
  void aLateFailureIsNoAnswer() {
    tries(LONG, LOST);
    assertThat(target.isSilent()).isTrue();
    tries(Duration.ZERO, LOST);
    assertThat(target.isSilent()).as("refused at once, after a silence").isTrue();
    tries(Duration.ZERO, null);
    assertThat(target.isSilent()).isFalse();
  }

  @Test
  void anEarlyFailureIsAnAnswer() {
    tries(SHORTER, LOST);
    tries(SHORTER, LOST);
    assertThat(silent).as("since the last failure").isFalse();
    nanos.addAndGet(LONG.toNanos());
    assertThat(target.isSilent()).as("nothing is written").isFalse();
  }

  @Test
  void progressIsAnAnswer() {
    tries(LONG, new PartlyWrittenException(LOST));
    assertThat(target.isSilent()).isFalse();
  }
}
