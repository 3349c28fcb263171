package io.iamplane.decision.engine.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.shared.SubjectRef;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class FootprintTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void decidingByGrantAllocatesLittle() {
    allocation(new Rounds(Tenants.roles(10_000), Tenants.roleRequests(10_000)));
  }

  @Test
  void decidingByRelationAllocatesLittle() {
    allocation(new Rounds(Tenants.documents(1_000), Tenants.documentRequests(1_000)));
  }

  private static void allocation(Rounds rounds) {
    int decisions = 20_000;
    rounds.decide(decisions);
    long thread = Thread.currentThread().threadId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    rounds.decide(decisions);
    long each = (THREADS.getThreadAllocatedBytes(thread) - before) / decisions;
    assertThat(rounds.allowed()).isPositive();
    assertThat(each).isLessThanOrEqualTo(256);
  }

  /** Two gigabytes of heap are allowed to the test; the snapshot may keep 600 MB of it. */
  @Test
  @Tag("stress")
  void tenantOfAMillionGrantsAndRelationsFits(TestReporter reporter) {
    long empty = used();
    long start = System.nanoTime();
    PolicySnapshot snapshot = Tenants.large(1_000_000);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    long megabytes = (used() - empty) >> 20;
    SubjectFact fact = new SubjectFact(new SubjectRef("user", "new"), null, true, Map.of());
    long changing = System.nanoTime();
    PolicySnapshot next = snapshot;
    for (int i = 0; i < 10_000; i++) {
      next = next.apply(i, List.of(i % 2 == 0 ? FactChange.added(fact) : FactChange.removed(fact)));
    }
    long change = (System.nanoTime() - changing) / 10_000;
    reporter.publishEntry(
        "million", "%d s, %d MB, %d ns a change".formatted(seconds, megabytes, change));
    assertThat(next.nodeCount()).isEqualTo(snapshot.nodeCount() + 1);
    assertThat(megabytes).isLessThanOrEqualTo(600);
    assertThat(seconds).isLessThanOrEqualTo(30);
    assertThat(change).isLessThanOrEqualTo(100_000);
  }

  /** The rest of a server takes 150 MB. */
  @Test
  @Tag("stress")
  void aThousandTenantsOfAThousandGrantsFit() {
    long empty = used();
    List<PolicySnapshot> tenants = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      tenants.add(Tenants.roles(1_000));
    }
    long megabytes = (used() - empty) >> 20;
    long estimated = tenants.stream().mapToLong(PolicySnapshot::weight).sum() >> 20;
    System.out.printf(
        "a thousand tenants of a thousand grants: %d MB (estimated %d)%n", megabytes, estimated);
    assertThat(megabytes).isLessThanOrEqualTo(300);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
