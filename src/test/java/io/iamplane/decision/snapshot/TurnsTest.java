package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  private final Turns turns = new Turns(1, "turns-test-");
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void end() {
    gate.countDown();
    turns.stop();
  }

  private void occupy() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    turns.run(() -> {
      begun.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    begun.await();
  }

  @Test
  void worksInOrder() throws Exception {
    occupy();
    CompletableFuture<String> second = turns.start(() -> "second");
    assertThat(second).isNotDone();
    gate.countDown();
    assertThat(second).succeedsWithin(SOON).isEqualTo("second");
  }

  @Test
  void failsWithWhatTheWorkThrows() {
    CompletableFuture<String> failing =
        turns.start(() -> {
          throw new StackOverflowError("deep");
        });
    assertThat(failing)
        .failsWithin(SOON)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(StackOverflowError.class);
    assertThat(turns.start(() -> "next")).succeedsWithin(SOON);
  }

  @Test
  void whatWaitsWhenItStopsFails() throws Exception {
    occupy();
    CompletableFuture<String> waiting = turns.start(() -> "never");
    turns.stop();
    assertThat(waiting)
        .failsWithin(SOON)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(RejectedExecutionException.class);
    CompletableFuture<String> late = turns.start(() -> "late");
    assertThatThrownBy(late::join).hasCauseInstanceOf(RejectedExecutionException.class);
  }

  /** The next step may close resources that the work needs. */
  @Test
  void theEndInterruptsAndWaitsForWhatIsUnderWay() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean done = new AtomicBoolean();
    turns.run(() -> {
      begun.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        done.set(true);
      }
    });
    begun.await();

    turns.stop();

    assertThat(done).isTrue();
  }
}
