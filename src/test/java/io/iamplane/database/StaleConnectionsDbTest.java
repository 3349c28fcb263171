package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The database ends all connections while they are in use: one request hears so, not each. */
@QuarkusTest
class StaleConnectionsDbTest {

  private static final int CONNECTIONS = 6;

  @Inject AgroalDataSource pool;
  @Inject Transactions transactions;
  @Inject Sql sql;

  @Test
  void oneLostConnectionGivesUpThoseThatIdle() throws Exception {
    List<Integer> backends = used();
    assertThat(backends).doesNotHaveDuplicates();
    assertThatThrownBy(() ->
            transactions.call(() -> {
              for (int backend : backends) {
                sql.list("SELECT pg_terminate_backend(" + backend + ")", row -> true);
              }
              return sql.list(
                  "SELECT pg_terminate_backend(pg_backend_pid())", row -> row.getInt(1));
            }))
        .hasMessageContaining("dependency-unavailable");
    await().untilAsserted(() -> assertThat(pool.getMetrics().availableCount()).isZero());
    for (int i = 0; i < CONNECTIONS; i++) {
      assertThat(sql.list("SELECT 1", row -> row.getInt(1))).containsExactly(1);
    }
    assertThat(used()).doesNotContainAnyElementsOf(backends);
  }

  /** Uses some connections at once, which idle then since a moment only. */
  private List<Integer> used() throws Exception {
    CyclicBarrier all = new CyclicBarrier(CONNECTIONS);
    Callable<Integer> use =
        () ->
            transactions.call(() -> {
              int backend =
                  sql.first("SELECT pg_backend_pid()", row -> row.getInt(1)).orElseThrow();
              try {
                all.await();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              return backend;
            });
    List<Integer> backends = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> each :
          threads.invokeAll(java.util.Collections.nCopies(CONNECTIONS, use))) {
        backends.add(each.get());
      }
    }
    return backends;
  }
}
