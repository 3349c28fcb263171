package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.ReadinessProbe;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GuardedProbeTest {

  private static final Duration FRESHNESS = Duration.ofSeconds(1);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
  private final Deque<Runnable> started = new ArrayDeque<>();
  private final Probe dependency = new Probe();

  /** A dependency in a state that the test sets. */
  private static final class Probe implements ReadinessProbe {
    private int asked;
    private boolean ready = true;
    private boolean fails;

    @Override
    public String name() {
      return "dependency";
    }

    @Override
    public boolean ready() {
      asked++;
      if (fails) {
        throw new IllegalStateException("connection refused");
      }
      return ready;
    }
  }

  @Test
  void theAnswerIsTheDependencys() {
    GuardedProbe probe = patient();

    assertThat(answer(probe)).isTrue();

    dependency.ready = false;
    nanos.addAndGet(FRESHNESS.toNanos());
    assertThat(answer(probe)).isFalse();
  }

  @Test
  void anExceptionIsANo() {
    dependency.fails = true;

    assertThat(answer(patient())).isFalse();
  }

  @Test
  void anAnswerIsGivenAgainForASecond() {
    GuardedProbe probe = patient();
    answer(probe);
    dependency.ready = false;

    nanos.addAndGet(FRESHNESS.toNanos() - 1);
    assertThat(probe.ask()).isCompletedWithValue(true);
    assertThat(dependency.asked).isEqualTo(1);

    nanos.addAndGet(1);
    assertThat(answer(probe)).isFalse();
    assertThat(dependency.asked).isEqualTo(2);
  }

  @Test
  void manyAskersStartOneRun() {
    GuardedProbe probe = patient();

    for (int asker = 0; asker < 100; asker++) {
      probe.ask();
    }

    assertThat(started).hasSize(1);
  }

  @Test
  void aHungDependencyIsANoWithinTheDeadline() throws Exception {
    GuardedProbe probe = hurried();

    assertThat(probe.ask().get(10, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void aHungDependencyIsNotAskedAgainUntilItLetGo() throws Exception {
    GuardedProbe probe = hurried();
    probe.ask().get(10, TimeUnit.SECONDS);

    nanos.addAndGet(Duration.ofMinutes(10).toNanos());
    assertThat(probe.ask()).isCompletedWithValue(false);
    assertThat(started).hasSize(1);

    started.remove().run();
    // The late answer does not count: the next caller has the dependency checked again.
    probe.ask();
    assertThat(started).hasSize(1);
  }

  @Test
  void anAskerWhoGivesUpLeavesTheOthersTheirAnswer() {
    GuardedProbe probe = patient();
    CompletableFuture<Boolean> impatient = probe.ask();
    CompletableFuture<Boolean> waiting = probe.ask();

    impatient.cancel(true);
    started.remove().run();

    assertThat(waiting).isCompletedWithValue(true);
  }

  @Test
  void aScrapeSeesTheLastAnswerAndAsksForTheNext() {
    GuardedProbe probe = patient();
    MeterRegistry registry = new SimpleMeterRegistry();
    ProbesCheck.publish(registry, probe);
    Gauge ready = registry.get("iam_ready").tag("probe", "dependency").gauge();

    assertThat(ready.value()).as("before the first answer").isZero();
    started.remove().run();
    assertThat(ready.value()).isEqualTo(1);

    dependency.ready = false;
    nanos.addAndGet(FRESHNESS.toNanos());
    assertThat(ready.value()).as("while the next is asked for").isEqualTo(1);
    started.remove().run();
    assertThat(ready.value()).isZero();
  }

  @Test
  void aScrapeSeesADependencyThatHangs() {
    GuardedProbe probe = hurried();

    await().until(() -> probe.ask().isDone() && !probe.last());
    assertThat(started).as("the run that hangs").hasSize(1);
  }

  private boolean answer(GuardedProbe probe) {
    CompletableFuture<Boolean> answer = probe.ask();
    started.remove().run();
    return answer.join();
  }

  private GuardedProbe patient() {
    return probe(Duration.ofHours(1));
  }

  private GuardedProbe hurried() {
    return probe(Duration.ofMillis(1));
  }

  private GuardedProbe probe(Duration deadline) {
    return new GuardedProbe(
        dependency, new GuardedProbe.Limits(deadline, FRESHNESS), started::add, nanos::get);
  }
}
