package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class OperationThreadsTest {

  private final Queue<Runnable> system = new ArrayDeque<>();
  private final Queue<Runnable> virtual = new ArrayDeque<>();
  private final OperationThreads threads = new OperationThreads(system::add, virtual::add, 2);

  private static void nothing() {}

  @Test
  void aFewRunOnThreadsOfTheSystemAndACrowdOnVirtualOnes() {
    for (int i = 0; i < 5; i++) {
      threads.execute(OperationThreadsTest::nothing);
    }
    assertThat(system).hasSize(2);
    assertThat(virtual).hasSize(3);
  }

  /** Not by free places: under a flood there would always be some on threads of the system. */
  @Test
  void asLongAsThereAreManyTheNextOnesAreVirtual() {
    for (int i = 0; i < 4; i++) {
      threads.execute(OperationThreadsTest::nothing);
    }
    system.remove().run();
    threads.execute(OperationThreadsTest::nothing);
    assertThat(virtual).hasSize(3);

    virtual.remove().run();
    virtual.remove().run();
    virtual.remove().run();
    threads.execute(OperationThreadsTest::nothing);
    assertThat(system).hasSize(2);
  }

  @Test
  void whatFailsIsOverToo() {
    for (int i = 0; i < 10; i++) {
      threads.execute(() -> {
        throw new IllegalStateException("an operation's own");
      });
      Runnable failing = system.remove();
      assertThatThrownBy(failing::run).isInstanceOf(IllegalStateException.class);
    }
    assertThat(virtual).isEmpty();
  }

  @Test
  void whatIsNotTakenIsOverToo() {
    OperationThreads full =
        new OperationThreads(
            task -> {
              throw new RejectedExecutionException("full");
            },
            virtual::add,
            1);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> full.execute(OperationThreadsTest::nothing))
          .isInstanceOf(RejectedExecutionException.class);
    }
    assertThat(virtual).isEmpty();
  }
}
