package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.arc.Arc;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A tenant whose long requests hold all the connections that it may have. */
@QuarkusTest
class TenantWithoutShareApiTest {

  private static final int SHARE = 4;

  @Inject TestPlatform platform;
  @Inject ExpectedTenants expected;
  @Inject Transactions transactions;
  @Inject CurrentCaller current;
  @Inject Sql sql;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger holding = new AtomicInteger();

  @AfterEach
  void end() {
    end.countDown();
    threads.close();
  }

  @Test
  void smallChangesNeedNoShareAndOthersAreRefusedAndNotApplied() {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.post("users", "{'name': 'Ann', 'external_id': 'ann'}").statusCode(201);
    // Known for however long the test takes, so that the next change asks the database nothing.
    OrganizationId id = tenant.organization().id();
    expected.expect(id, expected.of(id).orElseThrow());
    hold(SHARE, platform.caller(tenant.organization(), tenant.administrator()));

    tenant.post("users", "{'name': 'Bob', 'external_id': 'bob'}").statusCode(201);
    tenant
        .patch("users/ann", "{'name': 'Eve'}")
        .statusCode(429)
        .header("Retry-After", equalTo("1"))
        .body("outcome", equalTo("not_applied"));

    end.countDown();
    tenant.get("users/ann").statusCode(200).body("data.name", equalTo("Ann"));
    tenant.get("users/bob").statusCode(200);
    tenant.patch("users/ann", "{'name': 'Eve'}").statusCode(200);
  }

  private void hold(int connections, Caller caller) {
    int before = holding.get();
    for (int i = 0; i < connections; i++) {
      threads.submit(() -> hold(caller));
    }
    await().until(() -> holding.get() == before + connections);
  }

  /** As a request that reads for long. */
  private boolean hold(Caller caller) {
    var request = Arc.container().requestContext();
    request.activate();
    try {
      current.from("somewhere");
      current.set(caller);
      return transactions.call(() -> {
        assertThat(sql.first("SELECT 1", row -> true)).isPresent();
        holding.incrementAndGet();
        try {
          end.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return true;
      });
    } finally {
      request.terminate();
    }
  }
}
