package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Has replicas decide all the time, and notes when each of them came to know each version. */
final class ReplicaWatch implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final OrganizationId tenant;
  private final Ticker ticker;
  private final List<NavigableMap<Long, Long>> pending = new ArrayList<>();
  private final Queue<Long> delays = new ConcurrentLinkedQueue<>();
  private final List<ScheduledFuture<?>> looks = new ArrayList<>();
  private final ScheduledExecutorService timer;

  /**
   * Begins to watch.
   *
   * @param decide with the policy of a replica
   */
  ReplicaWatch(
      OrganizationId tenant,
      Ticker ticker,
      List<PolicySnapshots> replicas,
      Consumer<TenantPolicy> decide) {
    this.tenant = tenant;
    this.ticker = ticker;
    this.timer = Executors.newScheduledThreadPool(replicas.size());
    for (PolicySnapshots replica : replicas) {
      NavigableMap<Long, Long> unseen = new ConcurrentSkipListMap<>();
      pending.add(unseen);
      looks.add(
          timer.scheduleWithFixedDelay(
              () -> look(replica, unseen, decide), 1, 1, TimeUnit.MILLISECONDS));
    }
  }

  private void look(
      PolicySnapshots replica, NavigableMap<Long, Long> unseen, Consumer<TenantPolicy> decide) {
    TenantPolicy policy = replica.known(tenant);
    if (policy == null) {
      return;
    }
    long now = ticker.nanos();
    NavigableMap<Long, Long> seen = unseen.headMap(policy.version(), true);
    while (!seen.isEmpty()) {
      delays.add(now - seen.pollFirstEntry().getValue());
    }
    decide.accept(policy);
  }

  /** A version was answered to its writer. */
  void committed(long version) {
    long now = ticker.nanos();
    pending.forEach(unseen -> unseen.put(version, now));
  }

  /** The delay of each version to each replica, in nanoseconds, in ascending order. */
  long[] delays() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          looks.forEach(look -> assertThat(look.isDone()).as("it watches").isFalse());
          assertThat(pending).allSatisfy(unseen -> assertThat(unseen).isEmpty());
        });
    return delays.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
