package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One element is made ahead; exceptions of the other iterator are thrown in its place. */
@Timeout(30)
class AheadTest {

  /** Counts up to a number, then fails or ends. */
  private static class Numbers implements Iterator<Integer> {

    final AtomicInteger made = new AtomicInteger();
    final CountDownLatch go = new CountDownLatch(1);
    private final int count;
    private final RuntimeException end;

    Numbers(int count, RuntimeException end) {
      this.count = count;
      this.end = end;
    }

    @Override
    public boolean hasNext() {
      return end != null || made.get() < count;
    }

    @Override
    public Integer next() {
      await(go);
      if (made.get() == count) {
        throw end;
      }
      return made.getAndIncrement();
    }
  }

  @Test
  void givesWhatTheOtherOneMakesInOrder() {
    try (Ahead<Integer> ahead = new Ahead<>(IntStream.range(0, 1000).iterator())) {
      List<Integer> given = new ArrayList<>();
      ahead.forEachRemaining(given::add);
      assertThat(given).isEqualTo(IntStream.range(0, 1000).boxed().toList());
      assertThat(ahead.hasNext()).isFalse();
      assertThatThrownBy(ahead::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void makesOneMoreThanIsGiven() {
    Numbers numbers = new Numbers(10, null);
    numbers.go.countDown();
    Ahead<Integer> ahead = new Ahead<>(numbers);
    assertThat(ahead.next()).isZero();
    assertThat(ahead.next()).isEqualTo(1);
    ahead.close();
    assertThat(numbers.made).hasValue(3);
  }

  @Test
  void worksWhileThePresentElementIsUsed() {
    Numbers numbers = new Numbers(2, null);
    try (Ahead<Integer> ahead = new Ahead<>(numbers)) {
      numbers.go.countDown();
      assertThat(ahead.next()).isZero();
      // Nothing is asked for here, and the next one comes all the same.
      while (numbers.made.get() < 2) {
        Thread.onSpinWait();
      }
      assertThat(ahead.next()).isEqualTo(1);
    }
  }

  @Test
  void aFailureComesWhereItsElementIsAskedFor() {
    IamException failure = IamException.notFound();
    Numbers numbers = new Numbers(2, failure);
    numbers.go.countDown();
    try (Ahead<Integer> ahead = new Ahead<>(numbers)) {
      assertThat(ahead.next()).isZero();
      assertThat(ahead.next()).isEqualTo(1);
      assertThatThrownBy(ahead::hasNext).isSameAs(failure);
      assertThatThrownBy(ahead::next).isSameAs(failure);
    }
  }

  @Test
  void anErrorIsThrownAsItIs() {
    Iterator<Integer> broken =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            throw new OutOfMemoryError("planted");
          }

          @Override
          public Integer next() {
            return 0;
          }
        };
    try (Ahead<Integer> ahead = new Ahead<>(broken)) {
      assertThatThrownBy(ahead::hasNext).isInstanceOf(OutOfMemoryError.class).hasMessage("planted");
    }
  }

  @Test
  void closingWaitsForWhatIsBeingMade() throws Exception {
    Numbers numbers = new Numbers(1, null);
    Ahead<Integer> ahead = new Ahead<>(numbers);
    Thread closing = Thread.ofPlatform().start(ahead::close);
    while (closing.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(numbers.made).hasValue(0);
    numbers.go.countDown();
    closing.join();
    assertThat(numbers.made).hasValue(1);
    ahead.close();
    assertThatThrownBy(ahead::hasNext).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingPassesOverAFailureThatNobodyAskedFor() {
    Numbers numbers = new Numbers(0, new UncheckedIOException(new java.io.IOException("gone")));
    numbers.go.countDown();
    Ahead<Integer> ahead = new Ahead<>(numbers);
    ahead.close();
    assertThat(numbers.made).hasValue(0);
  }

  @Test
  void anInterruptIsKeptForAfterwards() {
    Numbers numbers = new Numbers(1, null);
    try (Ahead<Integer> ahead = new Ahead<>(numbers)) {
      Thread.currentThread().interrupt();
      numbers.go.countDown();
      assertThat(ahead.next()).isZero();
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
