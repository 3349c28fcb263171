package io.iamplane.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.http.limit.BulkPermits.Permit;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Operations with a cost that grows with the tenant run in bounded numbers. */
@QuarkusTest
class BulkReadsApiTest {

  private static final int PER_TENANT = 2;
  private static final int IN_ALL = 8;

  @Inject TestPlatform platform;
  @Inject BulkPermits permits;

  private final List<Permit> held = new ArrayList<>();

  @AfterEach
  void release() {
    held.forEach(Permit::close);
    held.clear();
  }

  @Test
  void theseAreDeclared() {
    assertThat(bulk().map(Published::toString))
        .containsExactlyInAnyOrder(
            "GET /api/iam/v1/access-reviews/campaigns/{campaign}/dry-run",
            "POST /api/iam/v1/access-reviews/campaigns/{campaign}/close",
            "POST /api/iam/v1/access-reviews/campaigns/{campaign}/open",
            "GET /api/iam/v1/applications/{application}/catalog",
            "GET /api/iam/v1/duty-rules/violations",
            "POST /api/iam/v1/audit/checkpoints",
            "GET /api/iam/v1/audit/export",
            "POST /api/iam/v1/audit/verify-chain",
            "GET /api/iam/v1/decisions",
            "POST /api/iam/v1/grants/preview",
            "POST /api/iam/v1/manifests/{manifest}/blast-radius",
            "GET /api/iam/v1/manifests/{manifest}/diff",
            "GET /api/iam/v1/metrics/grants",
            "POST /api/iam/v1/policies-wizard/preview",
            "POST /api/iam/v1/policy/regression",
            "POST /api/iam/v1/policy/simulate",
            "POST /api/iam/v1/recommendations/least-privilege/{recommendation}/accept",
            "GET /api/iam/v1/users/{user}/effective-permissions");
  }

  @TestFactory
  Stream<DynamicTest> aTenantThatRunsItsNumberIsRefusedAndTheOthersAreNot() {
    AdminTenant busy = new AdminTenant(platform);
    AdminTenant other = new AdminTenant(platform);
    return bulk()
        .map(operation ->
            DynamicTest.dynamicTest(
                operation.toString(),
                () -> {
                  hold(busy.organization().id(), PER_TENANT);
                  refused(send(operation, busy));
                  assertThat(send(operation, other).statusCode()).isNotEqualTo(429);
                  release();
                  // Whatever comes of it, each gives its permit back.
                  for (int i = 0; i <= PER_TENANT; i++) {
                    assertThat(send(operation, busy).statusCode()).isNotEqualTo(429);
                  }
                }));
  }

  @TestFactory
  Stream<DynamicTest> allTenantsTogetherRunTheirNumber() {
    AdminTenant tenant = new AdminTenant(platform);
    return bulk()
        .map(operation ->
            DynamicTest.dynamicTest(
                operation.toString(),
                () -> {
                  for (int i = 0; i < IN_ALL / PER_TENANT; i++) {
                    hold(OrganizationId.next(), PER_TENANT);
                  }
                  refused(send(operation, tenant));
                  assertThat(tenant.get("users").extract().statusCode()).isEqualTo(200);
                  release();
                  assertThat(permits.size()).isZero();
                }));
  }

  @Test
  void noPermitIsGivenTwice() {
    OrganizationId tenant = OrganizationId.next();
    hold(tenant, PER_TENANT);
    assertThatThrownBy(() -> permits.take(tenant)).isInstanceOf(IamException.class);
    assertThat(permits.size()).isEqualTo(PER_TENANT);
  }

  @Test
  @Tag("stress")
  void aFloodOfBulkReadsHoldsUpNoOtherTenant() throws Exception {
    AdminTenant attacker = new AdminTenant(platform);
    AdminTenant other = new AdminTenant(platform);
    List<Published> operations = bulk().toList();
    // Platform threads: the proxy before the database has the virtual ones of this process.
    try (ExecutorService threads = Executors.newFixedThreadPool(64)) {
      List<Future<Response>> flood = new ArrayList<>();
      for (int i = 0; i < 640; i++) {
        Published operation = operations.get(i % operations.size());
        flood.add(threads.submit(() -> send(operation, attacker)));
      }
      for (Published operation : operations) {
        assertThat(send(operation, other).statusCode()).isNotEqualTo(429);
      }
      for (Future<Response> each : flood) {
        assertThat(each.get().statusCode()).isLessThan(500);
      }
    }
    assertThat(permits.size()).isZero();
  }

  private void hold(OrganizationId tenant, int count) {
    for (int i = 0; i < count; i++) {
      held.add(permits.take(tenant));
    }
  }

  private Response send(Published operation, AdminTenant tenant) {
    RequestSpecification request = platform.as(tenant.token());
    if (operation.definition().has("requestBody")) {
      request.contentType("application/json").body(body(operation));
    }
    return request.request(
        operation.method(), operation.path().replaceAll("\\{[^}]+}", AdminTenant.UNKNOWN_ID));
  }

  /** A preview's body is looked at before the work begins. */
  private static String body(Published operation) {
    return operation.path().endsWith("/preview")
        ? """
        {"subject": "user:%s", "privilege_type": "role", "privilege_key": "iam:iam-admin"}
        """
            .formatted(AdminTenant.UNKNOWN_ID)
        : "{}";
  }

  private static void refused(Response answer) {
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.header("Retry-After")).isEqualTo("2");
    assertThat(answer.contentType()).startsWith("application/problem+json");
  }

  private static Stream<Published> bulk() {
    return PublishedOperations.all().stream()
        .filter(operation -> operation.definition().path("x-iam-bulk").asBoolean());
  }
}
