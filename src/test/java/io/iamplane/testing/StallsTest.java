package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor.Type;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** A test that never ends says where it stands, so that it can be found on another machine. */
class StallsTest {

  private static final Duration MOST = Duration.ofMinutes(4);

  private final AtomicLong now = new AtomicLong();
  private final Stalls stalls = new Stalls(MOST, now::get);

  @Test
  void itListensInEachRun() {
    assertThat(ServiceLoader.load(TestExecutionListener.class))
        .hasAtLeastOneElementOfType(Stalls.class);
  }

  @Test
  void whatIsUnderWayIsNamed() {
    stalls.executionStarted(test("first"));
    stalls.executionStarted(test("second"));
    stalls.executionFinished(test("first"), TestExecutionResult.successful());
    assertThat(afterMost()).contains("[test:second]").doesNotContain("[test:first]");
  }

  @Test
  void nothingIsSaidBeforeOrWhileTestsEndAndAStallIsSaidAgain() {
    stalls.executionStarted(test("slow"));
    now.addAndGet(MOST.toNanos());
    assertThat(stalls.look()).isEmpty();
    stalls.executionFinished(test("slow"), TestExecutionResult.successful());
    now.addAndGet(MOST.toNanos());
    assertThat(stalls.look()).isEmpty();
    assertThat(afterMost()).isNotEmpty();
    assertThat(stalls.look()).isEmpty();
    assertThat(afterMost()).isNotEmpty();
  }

  private String afterMost() {
    now.addAndGet(MOST.toNanos() + 1);
    return stalls.look().orElseThrow();
  }

  @Test
  void aVirtualThreadThatWaitsIsThere() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Thread waiting = Thread.ofVirtual().name("waiting").start(() -> waitFor(end));
    try {
      await().until(() -> waiting.getState() == Thread.State.WAITING);
      assertThat(afterMost()).contains("StallsTest.waitFor", "aVirtualThreadThatWaitsIsThere");
    } finally {
      end.countDown();
      waiting.join();
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static TestIdentifier test(String name) {
    return TestIdentifier.from(
        new AbstractTestDescriptor(UniqueId.forEngine("some").append("test", name), name) {
          @Override
          public Type getType() {
            return Type.TEST;
          }
        });
  }
}
