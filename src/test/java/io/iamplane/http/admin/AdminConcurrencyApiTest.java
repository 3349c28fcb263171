package io.iamplane.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 64 writers at once: one result each. */
@QuarkusTest
class AdminConcurrencyApiTest {

  private static final int WRITERS = 64;

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void aNameIsTakenOnce() throws Exception {
    assertThat(all(i -> status("users", "{'name': 'Ann', 'external_id': 'ann'}")))
        .isEqualTo(oneOf(201));
    assertThat(
            all(i ->
                status("users", "{'name': 'Bob %d', 'email': 'BOB@example.com'}".formatted(i))))
        .isEqualTo(oneOf(201));
    assertThat(all(i -> status("groups", "{'key': 'staff', 'name': 'Staff'}")))
        .isEqualTo(oneOf(201));
    assertThat(all(i -> status("roles", "{'key': 'helper', 'label': 'Helper'}")))
        .isEqualTo(oneOf(201));
    assertThat(all(i -> status("service-accounts", "{'name': 'Robot', 'external_id': 'robot'}")))
        .isEqualTo(oneOf(201));
    tenant.get("users").statusCode(200);
    assertThat(tenant.get("users").extract().<List<?>>path("data")).hasSize(2);
  }

  @Test
  void ofAllAdministratorsOneStays() throws Exception {
    List<String> grants = new ArrayList<>();
    for (int i = 0; i < WRITERS - 1; i++) {
      String user =
          tenant.made("users", "{'name': 'Admin %d', 'external_id': 'admin-%d'}".formatted(i, i));
      grants.add(
          tenant.made(
              "grants",
              "{'subject': 'user:%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
                  .formatted(user)));
    }
    AdminTenant manager = tenant.as(platform.token(platform.administrator(tenant.organization())));
    // The two accounts step down first, so that only the users are left to revoke each other.
    String own = platform.subject(tenant.administrator()).id();
    manager.delete("service-accounts/" + own).statusCode(200);

    Map<Integer, Integer> results =
        all(i ->
            i < grants.size()
                ? sent(manager, "POST", "grants/" + grants.get(i) + "/revoke", "{}").statusCode()
                : 200);

    assertThat(results).isEqualTo(Map.of(200, WRITERS));
    List<String> left =
        manager
            .get("grants?filter[privilege_key]=iam:iam-admin&filter[status]=active&limit=100")
            .extract()
            .path("data.subject");
    // The suspended account's grant, and the manager's own, which cannot go any more.
    assertThat(left).hasSize(2);
    String last =
        manager
            .get("grants?filter[privilege_key]=iam:iam-admin&filter[status]=active&limit=100")
            .extract()
            .path("data.find { it.subject != 'service_account:%s' }.id".formatted(own));
    assertThat(all(i -> sent(manager, "POST", "grants/" + last + "/revoke", "{}").statusCode()))
        .isEqualTo(Map.of(409, WRITERS));
  }

  @ParameterizedTest
  @ValueSource(ints = 1)
  void twoAdministratorsDoNotRevokeEachOther(int rounds) throws Exception {
    revokeEachOther(rounds);
  }

  @ParameterizedTest
  @ValueSource(ints = 5)
  @Tag("ci")
  void twoAdministratorsDoNotRevokeEachOtherHoweverOften(int rounds) throws Exception {
    revokeEachOther(rounds);
  }

  private void revokeEachOther(int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      AdminTenant one = new AdminTenant(platform);
      AdminTenant two = one.as(platform.token(platform.administrator(one.organization())));
      List<String> grants =
          one.get("grants?filter[privilege_key]=iam:iam-admin").extract().path("data.id");
      assertThat(grants).hasSize(2);
      Map<Integer, Integer> results =
          all(i ->
              sent(i % 2 == 0 ? one : two, "POST", "grants/" + grants.get(i % 2) + "/revoke", "{}")
                  .statusCode());
      assertThat(results.get(200)).isEqualTo(1);
      assertThat(results.keySet()).isSubsetOf(200, 403, 409);
    }
  }

  @Test
  void rolesCloseNoCircle() throws Exception {
    int roles = 8;
    for (int i = 0; i < roles; i++) {
      tenant.post("roles", "{'key': 'r%d', 'label': 'Role'}".formatted(i)).statusCode(201);
    }
    Map<Integer, Integer> results =
        all(i ->
            sent(
                    tenant,
                    "PATCH",
                    "roles/r" + i % roles,
                    "{'includes': ['r%d']}".formatted((i + 1) % roles))
                .statusCode());
    // All but the one that would close the circle; each repeats without effect.
    assertThat(results.get(422)).isEqualTo(WRITERS / roles);
    assertThat(results.get(200)).isEqualTo(WRITERS - WRITERS / roles);
  }

  @Test
  void aManifestIsApprovedAndAppliedOnce() throws Exception {
    String manifest =
        AdminTenant.WAREHOUSE.replace("\"stock.read\"}", "\"stock.read\", \"risk\": \"high\"}");
    List<String> ids = new CopyOnWriteArrayList<>();
    assertThat(
            all(i -> {
              var answer = sent(tenant, "POST", "applications/warehouse/manifests", manifest);
              ids.add(answer.path("data.id"));
              return answer.statusCode();
            }))
        .isEqualTo(Map.of(201, 1, 200, WRITERS - 1));
    assertThat(ids).containsOnly(ids.getFirst());
    String path = "manifests/" + ids.getFirst();
    AdminTenant second = tenant.second();
    assertThat(all(i -> sent(second, "POST", path + "/approve", "{}").statusCode()))
        .isEqualTo(oneOf(200));
    assertThat(all(i -> sent(tenant, "POST", path + "/apply", "{}").statusCode()))
        .isEqualTo(oneOf(200));
    assertThat(tenant.get("service-accounts?limit=100").extract().<List<?>>path("data")).hasSize(3);
  }

  private int status(String path, String body) {
    return sent(tenant, "POST", path, body).statusCode();
  }

  /** Retries like a client if the request was not applied for lack of a connection. */
  private static Response sent(AdminTenant as, String method, String path, String body) {
    Response answer = as.raw(method, path, body);
    while (answer.statusCode() == 403 && "not_applied".equals(answer.path("outcome"))) {
      answer = as.raw(method, path, body);
    }
    return answer;
  }

  private static Map<Integer, Integer> oneOf(int status) {
    return Map.of(status, 1, 409, WRITERS - 1);
  }

  /** Counts the answers by status. */
  private static Map<Integer, Integer> all(IntFunction<Integer> request) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        answers.add(
            writers.submit(() -> {
              start.await();
              return request.apply(writer);
            }));
      }
      start.countDown();
      Map<Integer, Integer> counts = new TreeMap<>();
      for (Future<Integer> answer : answers) {
        counts.merge(answer.get(60, TimeUnit.SECONDS), 1, Integer::sum);
      }
      return counts;
    }
  }
}
