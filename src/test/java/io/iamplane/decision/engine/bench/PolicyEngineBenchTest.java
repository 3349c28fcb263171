package io.iamplane.decision.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.iamplane.decision.engine.fact.Change;
import io.iamplane.decision.engine.fact.Delta;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.index.PolicySnapshot;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.shared.SubjectRef;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyEngineBenchTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void decidingByGrantAllocatesLittle() {
    allocation(new PolicyEngineBench(Tenants.roles(10_000), Tenants.roleRequests(10_000)));
  }

  @Test
  void decidingByRelationAllocatesLittle() {
    allocation(new PolicyEngineBench(Tenants.documents(1_000), Tenants.documentRequests(1_000)));
  }

  private static void allocation(PolicyEngineBench bench) {
    int decisions = 20_000;
    bench.round(decisions);
    long thread = Thread.currentThread().threadId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    bench.round(decisions);
    long each = (THREADS.getThreadAllocatedBytes(thread) - before) / decisions;
    assertThat(bench.allowed()).isPositive();
    assertThat(each).isLessThanOrEqualTo(256);
  }

  @ParameterizedTest
  @ValueSource(ints = {38, 10_000, 100_000})
  @Tag("bench")
  void roleGrants(int policies, TestReporter reporter) {
    report("roles " + policies, Tenants.roles(policies), Tenants.roleRequests(policies), reporter);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 100_000})
  @Tag("bench")
  void relationsFourLevelsDeep(int documents, TestReporter reporter) {
    report(
        "documents " + documents,
        Tenants.documents(documents),
        Tenants.documentRequests(documents),
        reporter);
  }

  private static void report(
      String name, PolicySnapshot snapshot, DecisionRequest[] requests, TestReporter reporter) {
    PolicyEngineBench bench = new PolicyEngineBench(snapshot, requests);
    bench.round(300_000);
    reporter.publishEntry(name, bench.times(7, 100_000).toString());
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
      next =
          next.apply(new Delta(i, List.of(i % 2 == 0 ? Change.added(fact) : Change.removed(fact))));
    }
    long change = (System.nanoTime() - changing) / 10_000;
    reporter.publishEntry(
        "million", "%d s, %d MB, %d ns a change".formatted(seconds, megabytes, change));
    assertThat(next.nodeCount()).isEqualTo(snapshot.nodeCount() + 1);
    assertThat(megabytes).isLessThanOrEqualTo(600);
    assertThat(seconds).isLessThanOrEqualTo(30);
    assertThat(change).isLessThanOrEqualTo(100_000);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
