package io.iamplane.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A thousand a second, one a millisecond. */
class ArrivalsTest {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final Arrivals<String> arrivals = new Arrivals<>(1_000, nanos::get);

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private List<String> now() {
    List<String> all = new ArrayList<>();
    for (String next = arrivals.next(); next != null; next = arrivals.next()) {
      all.add(next);
    }
    return all;
  }

  @Test
  void aFewGoOnAtOnce() {
    for (int i = 0; i < 16; i++) {
      arrivals.add("one", "connection " + i);
      assertThat(arrivals.next()).isEqualTo("connection " + i);
    }
    assertThat(arrivals.isEmpty()).isTrue();
  }

  @Test
  void aCrowdGoesOnAtItsPace() {
    for (int i = 0; i < 100; i++) {
      arrivals.add("one", "connection " + i);
    }
    assertThat(now()).hasSize(16);
    assertThat(arrivals.nanosToNext()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
    pass(1);
    assertThat(now()).containsExactly("connection 16");
    pass(10);
    assertThat(now()).hasSize(10);
    pass(1_000);
    assertThat(now()).as("what was not used is not saved up").hasSize(16);
  }

  /** However many one address sends, the first of another is among the next. */
  @Test
  void addressesTakeTurns() {
    for (int i = 0; i < 1_000; i++) {
      arrivals.add("crowd", "crowd");
    }
    now();
    arrivals.add("other", "other 1");
    arrivals.add("other", "other 2");
    pass(4);
    assertThat(now()).containsExactly("crowd", "other 1", "crowd", "other 2");
  }

  @Test
  void whatWaitsCanBeGivenUp() {
    for (int i = 0; i < 20; i++) {
      arrivals.add("address " + i, "connection " + i);
    }
    now();
    assertThat(arrivals.drain()).hasSize(4);
    assertThat(arrivals.isEmpty()).isTrue();
    pass(100);
    assertThat(arrivals.next()).isNull();
  }
}
