package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.token.DpopProofs.ProofPermits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One owner floods with proofs; the others still have places. */
class ProofPermitsTest {

  private static final int HALF = ProofPermits.PLACES / 2;

  private final ProofPermits permits =
      new ProofPermits(new SignaturePermits(1, ProofPermits.PLACES, Duration.ofSeconds(30)));

  @Test
  void anOwnerAloneHasHalfOfThePlaces() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    List<Future<Boolean>> waiting = new ArrayList<>();
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < ProofPermits.PLACES; i++) {
        waiting.add(
            senders.submit(() -> {
              try {
                return permits.run("flooding", () -> isOver(end));
              } catch (IamException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
                return false;
              }
            }));
      }
      int refused = HALF;
      await().until(() -> waiting.stream().filter(Future::isDone).count() == refused);
      assertThatThrownBy(() -> permits.run("flooding", () -> true))
          .isInstanceOf(IamException.class);
      Future<Boolean> other = senders.submit(() -> permits.run("other", () -> true));
      await().until(() -> permits.owners() == 2);
      end.countDown();
      assertThat(other.get()).isTrue();
      int served = 0;
      for (Future<Boolean> each : waiting) {
        served += each.get() ? 1 : 0;
      }
      assertThat(served).isEqualTo(HALF);
    }
    assertThat(permits.owners()).as("nothing is remembered of those that left").isZero();
  }

  /** Eight owners that take all they can leave a ninth a place. */
  @Test
  void severalOwnersLeaveAPlace() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    List<Future<Boolean>> waiting = new ArrayList<>();
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8 * ProofPermits.PLACES; i++) {
        String owner = "flooding " + i % 8;
        waiting.add(
            senders.submit(() -> {
              try {
                return permits.run(owner, () -> isOver(end));
              } catch (IamException e) {
                return false;
              }
            }));
      }
      await()
          .until(() -> waiting.stream().filter(Future::isDone).count() > 7 * ProofPermits.PLACES);
      Future<Boolean> newcomer = senders.submit(() -> permits.run("newcomer", () -> true));
      await().until(() -> permits.owners() == 9);
      end.countDown();
      assertThat(newcomer.get()).isTrue();
    }
  }

  @Test
  void aFailureGivesThePlaceBack() {
    for (int i = 0; i < 2 * ProofPermits.PLACES; i++) {
      assertThatThrownBy(() ->
              permits.run(
                  "owner",
                  () -> {
                    throw new IllegalStateException("no such key");
                  }))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(permits.run("owner", () -> true)).isTrue();
  }

  @Test
  void aThreadThatIsToEndHasNoTurn() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> permits.run("owner", () -> true)).isInstanceOf(IamException.class);
    } finally {
      assertThat(Thread.interrupted()).as("still to end").isTrue();
    }
    assertThat(permits.owners()).isZero();
  }

  private static boolean isOver(CountDownLatch end) {
    try {
      end.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
