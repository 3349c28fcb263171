package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor.Type;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;

/** A test that never ends says where it stands, so that it can be found on another machine. */
class StallsTest {

  private final Stalls stalls = new Stalls();

  @Test
  void whatIsUnderWayIsNamed() {
    stalls.executionStarted(test("first"));
    stalls.executionStarted(test("second"));
    stalls.executionFinished(test("first"), TestExecutionResult.successful());
    assertThat(stalls.report()).contains("[test:second]").doesNotContain("[test:first]");
  }

  @Test
  void aVirtualThreadThatWaitsIsThere() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Thread waiting = Thread.ofVirtual().name("waiting").start(() -> waitFor(end));
    try {
      await().until(() -> waiting.getState() == Thread.State.WAITING);
      assertThat(stalls.report()).contains("StallsTest.waitFor", "aVirtualThreadThatWaitsIsThere");
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
