package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.log.LogBuffer.Taken;
import io.iamplane.decision.log.LogShares.Share;
import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The buffer is bounded, and no tenant takes the others' room. */
class LogBufferTest {

  private static final int WEIGHT = Decisions.logged(OrganizationId.next()).weight();

  private final OrganizationId tenant = OrganizationId.next();
  private final OrganizationId other = OrganizationId.next();

  @Test
  void oneClientHoldsAThird() {
    LogBuffer buffer = new LogBuffer(400L * WEIGHT);

    assertThat(fill(buffer, tenant)).as("a third of seven eighths").isEqualTo(116);
    assertThat(buffer.isFull()).isFalse();
    assertThat(fill(buffer, other)).as("another tenant").isEqualTo(78);
  }

  /** However many send as much as they can, the next one finds room. */
  @Test
  void someRoomStaysFreeForTheNextTenant() {
    LogBuffer buffer = new LogBuffer(400L * WEIGHT);
    for (int i = 0; i < 10; i++) {
      assertThat(fill(buffer, OrganizationId.next())).isPositive();
    }

    assertThat(buffer.held()).isLessThan(350L * WEIGHT);
    assertThat(buffer.isFull()).isFalse();
  }

  @Test
  void itIsFullForAllWhenNoTenantThatAsksHasRoom() {
    LogBuffer buffer = new LogBuffer(4_000L * WEIGHT);
    assertThat(buffer.isFullForAll()).as("empty").isFalse();

    fill(buffer, tenant);
    assertThat(buffer.isFullForAll()).isTrue();
    buffer.offer(Decisions.logged(other));
    assertThat(buffer.isFullForAll()).as("another one has room").isFalse();
    fill(buffer, other);
    assertThat(buffer.isFullForAll()).isTrue();
    buffer.release(buffer.take(500));
    assertThat(buffer.isFullForAll()).isFalse();
  }

  @Test
  void roomIsFreeAgainOnceWhatTookItIsWritten() {
    LogBuffer buffer = new LogBuffer(40L * WEIGHT);
    int all = fill(buffer, tenant);

    Taken taken = buffer.take(all);
    assertThat(buffer.offer(Decisions.logged(tenant))).as("taken, not written").isFalse();
    buffer.release(taken);

    assertThat(fill(buffer, tenant)).isEqualTo(all);
  }

  @Test
  void muchIsWhatWaitsAndNotWhatIsBeingWritten() {
    LogBuffer buffer = new LogBuffer(80L * WEIGHT);
    for (int i = 0; i < 10; i++) {
      buffer.offer(Decisions.logged(tenant));
    }
    assertThat(buffer.isMuch()).as("an eighth").isFalse();
    buffer.offer(Decisions.logged(other));
    assertThat(buffer.isMuch()).isTrue();

    Taken taken = buffer.take(1);
    assertThat(buffer.isMuch()).isFalse();
    buffer.offer(Decisions.logged(other));
    assertThat(buffer.isMuch()).isTrue();
    buffer.release(taken);
    assertThat(buffer.isMuch()).isTrue();
    buffer.release(buffer.take(100));
    assertThat(buffer.isMuch()).isFalse();
    assertThat(buffer.held()).isZero();
  }

  @Test
  void decisionsComeOutInTheirOrderAndWhoWaitsAfterThem() {
    LogBuffer buffer = new LogBuffer(1_000L * WEIGHT);
    List<String> told = new ArrayList<>();
    LoggedDecision first = Decisions.logged(tenant);
    LoggedDecision second = Decisions.logged(other);
    buffer.offer(first);
    buffer.afterThese(() -> told.add("first"));
    buffer.offer(second);
    buffer.afterThese(() -> told.add("second"));

    Taken taken = buffer.take(2);
    assertThat(taken.decisions()).containsExactly(first);
    assertThat(told).isEmpty();
    buffer.release(taken);
    assertThat(told).containsExactly("first");

    Taken rest = buffer.take(100);
    assertThat(rest.decisions()).containsExactly(second);
    buffer.release(rest);
    assertThat(told).containsExactly("first", "second");
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.take(1).isEmpty()).isTrue();
  }

  /** A request that was let in and is not decided yet has nothing to write. */
  @Test
  void roomThatIsReservedOnlyIsNotMuch() {
    LogBuffer buffer = new LogBuffer(800L * WEIGHT);
    Share share = buffer.share(tenant, "c");
    assertThat(share.take(200L * WEIGHT)).isTrue();
    assertThat(buffer.isMuch()).as("reserved").isFalse();

    buffer.add(Collections.nCopies(101, Decisions.logged(tenant)), share);
    assertThat(buffer.isMuch()).as("an eighth waits").isTrue();
    buffer.giveBack(99L * WEIGHT, share);
    assertThat(buffer.isMuch()).isTrue();
    Taken taken = buffer.take(1_000);
    assertThat(buffer.isMuch()).as("it is being written").isFalse();
    buffer.release(taken);
    assertThat(buffer.held()).isZero();
  }

  @Test
  void manyTenantsLeaveNothingBehind() {
    LogBuffer buffer = new LogBuffer(100_000L * WEIGHT);
    for (int i = 0; i < 20_001; i++) {
      buffer.offer(Decisions.logged(OrganizationId.next()));
    }
    Taken most = buffer.take(100_000);
    assertThat(most.isFull()).as("eight megabytes at once").isTrue();
    buffer.release(most);
    Taken rest = buffer.take(100_000);
    assertThat(rest.isFull()).isFalse();
    buffer.release(rest);

    assertThat(buffer.held()).isZero();
    assertThat(buffer.tenants()).as("of twenty thousand").isLessThanOrEqualTo(10_000);
  }

  @Test
  void whoAddsAtTheSameTimeTakesNoMoreThanThereIs() throws Exception {
    LogBuffer buffer = new LogBuffer(4_000L * WEIGHT);
    AtomicInteger held = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        OrganizationId one = i % 2 == 0 ? tenant : OrganizationId.next();
        all.add(threads.submit(() -> held.addAndGet(fill(buffer, one))));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }

    assertThat(held.get()).isLessThanOrEqualTo(3_500).isGreaterThan(1_000);
    assertThat(buffer.take(10_000).decisions()).hasSize(held.get());
  }

  private static int fill(LogBuffer buffer, OrganizationId organization) {
    int held = 0;
    while (buffer.offer(Decisions.logged(organization))) {
      held++;
    }
    return held;
  }
}
