package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Keys are renewed beside the pool of connections, of which a test has 16. */
@QuarkusTest
class KeyFreshnessDbTest {

  @Inject RingLoader loader;
  @Inject KeyRing keys;
  @Inject Transactions transactions;
  @Inject Sql sql;

  @Test
  void aFullPoolAgesNoKey() throws Exception {
    keys.published();
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger holding = new AtomicInteger();
    // Whatever fails, those that hold a connection end before their threads are waited for.
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = end::countDown) {
      // The pool makes one connection after the other, and who waits for one gives up soon.
      for (int i = 1; i <= 16; i++) {
        int all = i;
        threads.execute(() -> hold(holding, end));
        await().until(() -> holding.get() == all);
      }
      await()
          .untilAsserted(() ->
              assertThat(loader.load(null).verifying())
                  .containsOnlyKeys(keys.published().keySet()));
      // Longer than keys may be unconfirmed.
      await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(8)).until(keys::isFresh);
    }
  }

  private void hold(AtomicInteger holding, CountDownLatch end) {
    transactions.run(() -> {
      sql.first("SELECT 1", row -> true);
      holding.incrementAndGet();
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }
}
