package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Inject;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations on the database run on the threads of {@link OperationThreads}; decisions do not. */
@QuarkusTest
class OperationThreadsApiTest {

  private static final String CHECK = "{'subject': 'user:one', 'permission': 'shop:item.read'}";

  @Inject OperationThreads threads;
  @Inject TestPlatform platform;

  @Inject @VirtualThreads ExecutorService virtualThreads;

  private final AtomicInteger system = new AtomicInteger();
  private final AtomicInteger virtual = new AtomicInteger();
  private AdminTenant tenant;

  @BeforeEach
  void aTenantInMemory() {
    tenant = new AdminTenant(platform);
    tenant.get("users").statusCode(200);
  }

  private void few(int few) {
    QuarkusMock.installMockForInstance(
        new OperationThreads(
            counted(Infrastructure.getDefaultExecutor(), system),
            counted(virtualThreads, virtual),
            few),
        threads);
  }

  private static Executor counted(Executor executor, AtomicInteger count) {
    return task -> {
      count.incrementAndGet();
      executor.execute(task);
    };
  }

  private void askForEachKind() {
    tenant.get("users").statusCode(200);
    tenant.post("users", "{'name': 'One'}").statusCode(201);
    tenant.token();
  }

  @Test
  void aFewRunOnThreadsOfTheSystem() {
    few(100);
    askForEachKind();
    assertThat(system).hasValueGreaterThanOrEqualTo(2);
    assertThat(virtual).hasValue(0);
  }

  @Test
  void aCrowdRunsOnVirtualThreads() {
    few(0);
    askForEachKind();
    assertThat(virtual).hasValueGreaterThanOrEqualTo(2);
    assertThat(system).hasValue(0);
  }

  @Test
  void aDecisionLeavesItsEventLoopForNone() {
    few(100);
    tenant.post("decisions/check", CHECK).statusCode(200);
    assertThat(system).hasValue(0);
    assertThat(virtual).hasValue(0);
  }

  /** Reading a megabyte takes milliseconds; a crowd of those leaves a processor, too. */
  @Test
  void aDecisionWithALargeBodyIsReadElsewhere() {
    String large =
        "{'subject': 'user:one', 'permission': 'shop:item.read', 'context': {'note': '%s'}}"
            .formatted("x".repeat(20_000));
    few(100);
    tenant.post("decisions/check", large).statusCode(200);
    assertThat(system).hasPositiveValue();
    few(0);
    system.set(0);
    tenant.post("decisions/check", large).statusCode(200);
    assertThat(virtual).hasPositiveValue();
    assertThat(system).hasValue(0);
  }
}
