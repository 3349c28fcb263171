package io.iamplane.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Two tenants with the same names everywhere cannot tell that there is another. */
@QuarkusTest
class TwinTenantsApiTest {

  private static final Path OPENAPI = Path.of("src/main/resources/META-INF/iam/openapi.json");

  @Inject TestPlatform platform;
  @Inject FannedOut fanOut;
  @Inject FlushedLog log;

  /** An operation on one resource. */
  private record Operation(String method, String path, boolean body) {

    String at(Map<String, String> ids) {
      String at = path;
      for (Map.Entry<String, String> id : ids.entrySet()) {
        at = at.replace("{" + id.getKey() + "}", id.getValue());
      }
      return at;
    }
  }

  /**
   * For every operation that names a resource: the other's real one, and one that does not exist.
   */
  @TestFactory
  Stream<DynamicTest> theOthersIsNotFoundLikeNobodys() throws Exception {
    AdminTenant one = new AdminTenant(platform);
    AdminTenant two = new AdminTenant(platform);
    Map<String, String> ours = fill(one);
    Map<String, String> theirs = fill(two);
    Map<String, String> nobodys = new HashMap<>();
    theirs.keySet().forEach(name -> nobodys.put(name, AdminTenant.UNKNOWN_ID));
    assertThat(ours.values()).doesNotContainAnyElementsOf(theirs.values());
    return operations().stream()
        // A checkpoint is named by a size, which may be one's own too; AuditApiTest tries those.
        .filter(operation -> !operation.path().contains("{size}"))
        // Of people alone; SessionListApiTest and PasskeyListApiTest ask for those of another
        // person.
        .filter(operation -> !operation.path().contains("/me/"))
        .map(operation ->
            DynamicTest.dynamicTest(
                operation.method() + " " + operation.path(),
                () -> {
                  Response their = send(one, operation, theirs);
                  Response none = send(one, operation, nobodys);
                  assertThat(their.statusCode()).isEqualTo(404);
                  assertThat(their.asString()).isEqualTo(none.asString());
                  assertThat(headers(their)).isEqualTo(headers(none));
                }));
  }

  @Test
  void namesOfTheOtherDoNotShowInLists() {
    AdminTenant one = new AdminTenant(platform);
    AdminTenant two = new AdminTenant(platform);
    Map<String, String> theirs = fill(two);
    fill(one);
    for (String list :
        List.of(
            "users",
            "users?q=ann",
            "service-accounts",
            "groups",
            "groups/staff/members",
            "applications",
            "manifests",
            "roles",
            "grants",
            "access-requests",
            "access-requests/catalog",
            "access-requests/mine",
            "anomalies",
            "recommendations/least-privilege",
            "duty-rules",
            "duty-rules/violations",
            "access-reviews/campaigns",
            "access-reviews/inbox",
            "relations",
            "audit/events",
            "audit/checkpoints",
            "decisions",
            "policy/probes",
            "webhooks",
            "webhooks/dlq",
            "events",
            "policies-wizard/permissions")) {
      String shown = one.get(list).statusCode(200).extract().asString();
      assertThat(theirs.values()).as(list).noneMatch(shown::contains);
    }
  }

  private Map<String, String> fill(AdminTenant tenant) {
    Map<String, String> ids = new HashMap<>();
    ids.put("manifest", tenant.apply("warehouse", AdminTenant.WAREHOUSE));
    ids.put("application", tenant.get("applications/warehouse").extract().path("data.id"));
    ids.put("user", tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}"));
    ids.put("session", Resources.session(tenant, ids.get("user")));
    ids.put("passkey", Resources.passkey(tenant, ids.get("user")));
    ids.put("group", tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}"));
    ids.put("service_account", tenant.made("service-accounts", "{'name': 'Robot'}"));
    ids.put(
        "grant",
        tenant.made(
            "grants",
            "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key':"
                + " 'warehouse:clerk'}"));
    ids.put("request", Resources.request(tenant));
    ids.put("anomaly", Resources.anomaly(tenant));
    ids.put("recommendation", Resources.recommendation(tenant));
    ids.put("rule", Resources.duty(tenant).split("/")[1]);
    ids.put(
        "campaign",
        tenant.made(
            "access-reviews/campaigns",
            "{'name': 'Ann', 'reviewer_strategy': 'named', 'reviewer': 'user:ann',"
                + " 'on_unconfirmed': 'keep', 'due_at': '2199-01-01T00:00:00Z'}"));
    String campaign = "access-reviews/campaigns/" + ids.get("campaign");
    tenant.post(campaign + "/open").statusCode(200);
    ids.put("item", tenant.get(campaign + "/items").extract().path("data[0].id"));
    tenant
        .post("groups/staff/members", "{'member_type': 'user', 'member_id': 'ann'}")
        .statusCode(201);
    tenant
        .post("relations", "{'subject': 'user:ann', 'relation': 'keeper', 'object': 'site:berlin'}")
        .statusCode(200);
    // A key is the only name of a role, so that it has to be another one here.
    String role = "role-" + tenant.organization().key().hashCode();
    tenant.post("roles", "{'key': '%s', 'label': 'Role'}".formatted(role)).statusCode(201);
    ids.put("role", role);
    ids.put(
        "webhook",
        tenant.made(
            "webhooks",
            "{'url': 'http://localhost:1/', 'event_filters': ['iam.webhook.created']}"));
    while (fanOut.step()) {
      // Until everything is a delivery.
    }
    ids.put(
        "delivery",
        tenant.get("webhooks/" + ids.get("webhook") + "/deliveries").extract().path("data[0].id"));
    ids.put(
        "probe",
        tenant.made(
            "policy/probes",
            "{'name': 'ann reads', 'question': {'subject': 'user:ann',"
                + " 'permission': 'warehouse:stock.read'}, 'expect': 'allow'}"));
    ids.put(
        "decision",
        tenant
            .post(
                "decisions/check", "{'subject': 'user:ann', 'permission': 'warehouse:stock.read'}")
            .extract()
            .path("data.decision_id"));
    log.await();
    ids.put("event", tenant.get("audit/events").extract().path("data[0].id"));
    return ids;
  }

  private static Response send(AdminTenant tenant, Operation operation, Map<String, String> ids) {
    var request = tenant.request().header("Correlation-Id", "same");
    if (operation.body()) {
      request.contentType(ContentType.JSON).body(body(operation.path()));
    }
    String query =
        operation.method().equals("DELETE") && operation.path().endsWith("members")
            ? "?member_type=user&member_id=ann"
            : "";
    return request.request(operation.method(), operation.at(ids) + query);
  }

  /** A valid body, so that only the resource in the path can be at fault. */
  private static String body(String path) {
    if (path.endsWith("dismiss")) {
      return "{\"reason\": \"It stays\"}";
    }
    if (path.endsWith("resolve")) {
      return "{\"verdict\": \"expected\"}";
    }
    if (path.endsWith("activate")) {
      return "{\"justification\": \"Incident\"}";
    }
    if (path.endsWith("delegate")) {
      return "{\"to\": \"user:ann\"}";
    }
    return path.endsWith("members") ? "{\"member_type\": \"user\", \"member_id\": \"ann\"}" : "{}";
  }

  private static List<String> headers(Response answer) {
    return answer.headers().asList().stream()
        .filter(header -> !header.getName().equals("RateLimit"))
        .map(Object::toString)
        .toList();
  }

  private static List<Operation> operations() throws Exception {
    List<Operation> operations = new ArrayList<>();
    JsonNode paths = new ObjectMapper().readTree(OPENAPI.toFile()).path("paths");
    paths
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(method -> {
                  // An application need not be there to have its first manifest handed in.
                  boolean first = path.getKey().endsWith("{application}/manifests");
                  if (path.getKey().contains("{")
                      && !path.getKey().contains("{organization}")
                      && !path.getKey().contains("{kid}")
                      && !first) {
                    operations.add(
                        new Operation(
                            method.getKey().toUpperCase(Locale.ROOT),
                            path.getKey(),
                            method.getValue().has("requestBody")));
                  }
                }));
    assertThat(operations).hasSizeGreaterThan(25);
    return operations;
  }
}
