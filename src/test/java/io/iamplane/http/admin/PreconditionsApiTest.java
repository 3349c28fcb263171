package io.iamplane.http.admin;

import static io.iamplane.http.admin.Resources.OTHER_PROVIDER;
import static io.iamplane.http.admin.Resources.account;
import static io.iamplane.http.admin.Resources.away;
import static io.iamplane.http.admin.Resources.campaign;
import static io.iamplane.http.admin.Resources.duty;
import static io.iamplane.http.admin.Resources.grant;
import static io.iamplane.http.admin.Resources.group;
import static io.iamplane.http.admin.Resources.organization;
import static io.iamplane.http.admin.Resources.provider;
import static io.iamplane.http.admin.Resources.role;
import static io.iamplane.http.admin.Resources.submitted;
import static io.iamplane.http.admin.Resources.user;
import static io.iamplane.http.admin.Resources.webhook;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A caller with an expected revision changes that one or nothing. A new operation fails here until
 * it reads {@code If-Match}, or a reason below exempts it.
 */
@QuarkusTest
class PreconditionsApiTest {

  private static final String PREFIX = "/api/iam/v1/";
  private static final Path OPENAPI = Path.of("src/main/resources/META-INF/iam/openapi.json");

  private static final String ONE_DECISION = "a request that does not wait is refused";
  private static final String ONE_REVIEWER = "an item has one reviewer, whose last word counts";

  /** Writes on something that is there which have no revision to compare with. */
  private static final Map<String, String> WITHOUT =
      Map.ofEntries(
          Map.entry(
              "POST applications/{application}/manifests",
              "hands in another manifest, for an application that need not be there"),
          Map.entry(
              "POST groups/{group}/members",
              "a membership is there or not; adding two at once loses neither"),
          Map.entry(
              "DELETE groups/{group}/members",
              "a membership is there or not; the group's own members stay as they are"),
          Map.entry(
              "DELETE relations",
              "a relation is there or not; a batch has preconditions of its own"),
          Map.entry(
              "POST webhooks/{webhook}/test", "announces something; the webhook stays as it is"),
          Map.entry(
              "POST webhooks/deliveries/{delivery}/replay",
              "a delivery has no revision; one that is on its way is 409"),
          Map.entry("DELETE webhooks/dlq/{delivery}", "a dead letter is there or not"),
          Map.entry(
              "POST organizations/{organization}/recover-administrator",
              "makes an account; the organization stays as it is"),
          Map.entry("POST manifests/{manifest}/blast-radius", "a report; nothing is changed"),
          Map.entry(
              "POST grants/{grant}/activate",
              "its subject activates it; one that is awake is refused"),
          Map.entry(
              "POST recommendations/least-privilege/{recommendation}/dismiss",
              "one decision; a recommendation that does not wait is refused"),
          Map.entry(
              "POST recommendations/least-privilege/{recommendation}/accept",
              "one decision; a recommendation that does not wait is refused"),
          Map.entry("POST anomalies/{anomaly}/resolve", "one verdict; a resolved one is refused"),
          Map.entry("POST keys/{kid}/revoke", "final; a key that was revoked stays as it is"),
          Map.entry("POST access-requests/{request}/cancel", ONE_DECISION),
          Map.entry("POST access-requests/{request}/approve", ONE_DECISION),
          Map.entry("POST access-requests/{request}/reject", ONE_DECISION),
          Map.entry("POST access-reviews/items/{item}/certify", ONE_REVIEWER),
          Map.entry("POST access-reviews/items/{item}/revoke", ONE_REVIEWER),
          Map.entry("POST access-reviews/items/{item}/reset", ONE_REVIEWER),
          Map.entry("POST access-reviews/items/{item}/delegate", ONE_REVIEWER),
          Map.entry("DELETE me/sessions/{session}", "a session is there or not"),
          Map.entry("DELETE me/passkeys/{passkey}", "a passkey is there or not"),
          Map.entry("POST me/passkeys/{passkey}/rename", "one owner names it"),
          Map.entry("DELETE users/{user}/sessions", "sessions are there or not"),
          Map.entry("DELETE users/{user}/sessions/{session}", "a session is there or not"),
          Map.entry("DELETE users/{user}/passkeys/{passkey}", "a passkey is there or not"),
          Map.entry("DELETE policy/probes/{probe}", "a probe is there or not; it never changes"));

  private static final String RISKY =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "bank", "name": "Bank"},
       "permissions": [{"key": "money.move", "risk": "critical"}]}
      """;

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject GrantService grants;

  /**
   * A resource and an operation that changes it.
   *
   * @param by the caller
   * @param shown the path to read it with its entity tag
   * @param path the path of the operation
   * @param body null: none
   */
  private record Case(AdminTenant by, String shown, String path, @Nullable String body) {}

  private Map<String, Function<AdminTenant, Case>> cases() {
    Map<String, Function<AdminTenant, Case>> cases = new TreeMap<>();
    cases.put("PATCH users/{user}", tenant -> plain(tenant, user(tenant), "{'name': 'Anna'}"));
    cases.put("POST users/{user}/suspend", tenant -> verb(tenant, user(tenant), "suspend", null));
    cases.put(
        "POST users/{user}/reactivate", tenant -> verb(tenant, away(tenant), "reactivate", null));
    cases.put("PATCH groups/{group}", tenant -> plain(tenant, group(tenant), "{'name': 'Other'}"));
    cases.put("DELETE groups/{group}", tenant -> plain(tenant, group(tenant), null));
    cases.put("PATCH roles/{role}", tenant -> plain(tenant, role(tenant), "{'label': 'Other'}"));
    cases.put("DELETE roles/{role}", tenant -> plain(tenant, role(tenant), null));
    accounts(cases);
    manifests(cases);
    cases.put("POST grants/{grant}/revoke", tenant -> verb(tenant, grant(tenant), "revoke", null));
    cases.put(
        "POST grants/{grant}/reinstate",
        tenant -> verb(tenant, suspended(tenant), "reinstate", null));
    cases.put("PATCH duty-rules/{rule}", tenant -> plain(tenant, duty(tenant), "{'name': 'New'}"));
    cases.put("DELETE duty-rules/{rule}", tenant -> plain(tenant, duty(tenant), null));
    String campaigns = "POST access-reviews/campaigns/{campaign}/";
    cases.put(campaigns + "open", tenant -> verb(tenant, campaign(tenant), "open", null));
    cases.put(campaigns + "cancel", tenant -> verb(tenant, campaign(tenant), "cancel", null));
    cases.put(
        campaigns + "close",
        tenant -> {
          String campaign = campaign(tenant);
          tenant.post(campaign + "/open").statusCode(200);
          return verb(tenant, campaign, "close", "{}");
        });
    cases.put(
        "PATCH webhooks/{webhook}",
        tenant -> plain(tenant, webhook(tenant), "{'event_filters': ['iam.grant.*']}"));
    cases.put("DELETE webhooks/{webhook}", tenant -> plain(tenant, webhook(tenant), null));
    cases.put(
        "POST webhooks/{webhook}/rotate-secret",
        tenant -> verb(tenant, webhook(tenant), "rotate-secret", "{}"));
    cases.put("DELETE identity-provider", tenant -> plain(tenant, provider(tenant), null));
    cases.put("PUT identity-provider", tenant -> plain(tenant, provider(tenant), OTHER_PROVIDER));
    cases.put(
        "PATCH organizations/{organization}",
        tenant -> plain(operator(), organization(tenant), "{'name': 'Other'}"));
    cases.put(
        "DELETE organizations/{organization}",
        tenant -> plain(operator(), organization(tenant), null));
    return cases;
  }

  private void accounts(Map<String, Function<AdminTenant, Case>> cases) {
    cases.put(
        "PATCH service-accounts/{service_account}",
        tenant -> plain(tenant, account(tenant), "{'scopes': ['iam:users.read']}"));
    cases.put(
        "DELETE service-accounts/{service_account}",
        tenant -> plain(tenant, account(tenant), null));
    cases.put(
        "POST service-accounts/{service_account}/rotate-secret",
        tenant -> verb(tenant, account(tenant), "rotate-secret", "{}"));
    for (String verb : List.of("rotate-secret", "revoke-client")) {
      cases.put(
          "POST applications/{application}/" + verb,
          tenant -> {
            tenant.apply("warehouse", AdminTenant.WAREHOUSE);
            String application = "applications/warehouse";
            return new Case(tenant, application + "/client", application + "/" + verb, null);
          });
    }
  }

  private void manifests(Map<String, Function<AdminTenant, Case>> cases) {
    cases.put(
        "PUT relation-model",
        tenant -> {
          tenant.apply("warehouse", AdminTenant.WAREHOUSE);
          return plain(
              tenant,
              "relation-model?application=warehouse",
              "{'types': {'site': {'relations': {'keeper': 'user'}}}}");
        });
    for (String verb : List.of("approve", "reject")) {
      cases.put(
          "POST manifests/{manifest}/" + verb,
          tenant ->
              verb(tenant.second(), submitted(tenant, "bank", RISKY), verb, "{'note': 'Seen'}"));
    }
    cases.put(
        "POST manifests/{manifest}/apply",
        tenant ->
            verb(tenant, submitted(tenant, "warehouse", AdminTenant.WAREHOUSE), "apply", null));
    cases.put(
        "POST manifests/{manifest}/rollback",
        tenant -> {
          tenant.apply("warehouse", AdminTenant.WAREHOUSE);
          String next = AdminTenant.WAREHOUSE.replace("\"Warehouse\"", "\"Store\"");
          return verb(tenant, "manifests/" + tenant.apply("warehouse", next), "rollback", null);
        });
  }

  @Test
  void everyChangeOfSomethingThatIsThereReadsIfMatch() throws Exception {
    Map<String, Boolean> operations = new TreeMap<>();
    for (Map.Entry<String, JsonNode> operation : writes().entrySet()) {
      operations.put(operation.getKey(), readsIfMatch(operation.getValue()));
    }
    assertThat(operations).hasSizeGreaterThan(20);
    assertThat(operations.keySet()).containsAll(WITHOUT.keySet());
    operations.forEach((operation, reads) ->
        assertThat(reads).as(operation).isEqualTo(!WITHOUT.containsKey(operation)));
  }

  @Test
  void everyOneOfThemIsTriedBelow() throws Exception {
    TreeSet<String> operations = new TreeSet<>(writes().keySet());
    operations.removeAll(WITHOUT.keySet());
    assertThat(cases().keySet()).isEqualTo(operations);
  }

  @TestFactory
  Stream<DynamicTest> aStaleRevisionIsRefusedAndChangesNothing() {
    return cases().entrySet().stream()
        .map(entry ->
            DynamicTest.dynamicTest(
                entry.getKey(),
                () -> {
                  AdminTenant tenant = new AdminTenant(platform);
                  Case tried = entry.getValue().apply(tenant);
                  String method = entry.getKey().split(" ")[0];
                  String seen = etag(tried);
                  List<String> before = state(tenant, tried);
                  refused(send(tried, method, "\"" + (number(seen) - 1) + "\""));
                  refused(send(tried, method, "W/" + seen));
                  assertThat(state(tenant, tried)).isEqualTo(before);

                  Response done = send(tried, method, seen);
                  assertThat(done.statusCode()).as(done.asString()).isEqualTo(200);
                  assertThat(done.header("ETag")).matches("\"\\d+(-\\d+)?\"");
                  once(send(tried, method, seen));
                }));
  }

  /** The expected revision has passed: the same change cannot happen twice. */
  private static void once(Response again) {
    if (again.statusCode() != 404) {
      refused(again);
    }
  }

  /** A resource read as a whole changes its entity tag with every part of it. */
  @Test
  void aClientsChangesRaiseTheRevisionOfItsAccount() {
    AdminTenant tenant = new AdminTenant(platform);
    String account = account(tenant);
    long first = number(tenant.get(account).extract().header("ETag"));
    tenant.patch(account, "{'scopes': ['iam:users.*']}").header("ETag", equalTo(tag(first + 1)));
    tenant.patch(account, "{'scopes': ['iam:users.*']}").header("ETag", equalTo(tag(first + 1)));
    tenant.post(account + "/rotate-secret", "{}").header("ETag", equalTo(tag(first + 2)));
    tenant
        .patch(account, "{'name': 'Other', 'scopes': []}")
        .header("ETag", equalTo(tag(first + 3)));
    tenant.delete(account).header("ETag", equalTo(tag(first + 4)));
    tenant.delete(account).header("ETag", equalTo(tag(first + 4)));
    tenant.post(account + "/rotate-secret", "{}").header("ETag", equalTo(tag(first + 5)));
    tenant.get(account).header("ETag", equalTo(tag(first + 5)));
    tenant.get("audit/events?type=iam.service_account.updated").body("data.size()", equalTo(3));
  }

  @Test
  void otherKeysRaiseTheRevisionOfTheAccount() {
    AdminTenant tenant = new AdminTenant(platform);
    String keys =
        "{'keys': [{'kty': 'EC', 'crv': 'P-256', 'kid': 'one',"
            + " 'x': 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',"
            + " 'y': 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}]}";
    String account =
        "service-accounts/"
            + tenant.made(
                "service-accounts",
                "{'name': 'Signer', 'auth': 'private_key_jwt', 'jwks': %s}".formatted(keys));
    tenant.patch(account, "{'jwks': %s}".formatted(keys)).header("ETag", equalTo(tag(1)));
    tenant
        .patch(account, "{'jwks': %s}".formatted(keys.replace("'one'", "'two'")))
        .header("ETag", equalTo(tag(2)));
  }

  private Response send(Case tried, String method, String ifMatch) {
    RequestSpecification request = tried.by().request().header("If-Match", ifMatch);
    String body = tried.body();
    if (body != null) {
      request.contentType("application/json").body(body.replace('\'', '"'));
    }
    return request.request(method, PREFIX + tried.path());
  }

  private static void refused(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(412);
    assertThat(answer.contentType()).startsWith("application/problem+json");
    assertThat(answer.jsonPath().getString("type"))
        .isEqualTo("https://iam/problems/precondition-failed");
  }

  /** The resource, its revision, and the newest audit records. */
  private static List<String> state(AdminTenant tenant, Case tried) {
    return List.of(
        tried.by().get(tried.shown()).statusCode(200).extract().asString(),
        etag(tried),
        tenant.get("audit/events?limit=100").statusCode(200).extract().asString());
  }

  private static String etag(Case tried) {
    return tried.by().get(tried.shown()).statusCode(200).extract().header("ETag");
  }

  private static long number(String etag) {
    return Long.parseLong(etag.replace("\"", "").split("-")[0]);
  }

  private static String tag(long revision) {
    return "\"" + revision + "\"";
  }

  private static Case plain(AdminTenant by, String path, @Nullable String body) {
    return new Case(by, path, path, body);
  }

  private static Case verb(AdminTenant by, String path, String verb, @Nullable String body) {
    return new Case(by, path, path + "/" + verb, body);
  }

  private String suspended(AdminTenant tenant) {
    String grant = grant(tenant);
    GrantId id = GrantId.parse(grant.substring("grants/".length())).orElseThrow();
    changes.record(
        Change.policy(
            platform.command(),
            tenant.organization().id(),
            recording -> grants.suspend(recording, id)));
    return grant;
  }

  private AdminTenant operator() {
    return new AdminTenant(platform).as(platform.platformToken());
  }

  /** Lists every write with a resource in its path, and every one that is no POST. */
  private static Map<String, JsonNode> writes() throws Exception {
    Map<String, JsonNode> writes = new TreeMap<>();
    JsonNode paths = new ObjectMapper().readTree(OPENAPI.toFile()).path("paths");
    paths
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(method -> {
                  boolean post = method.getKey().equals("post");
                  boolean named = path.getKey().contains("{");
                  if (!method.getKey().equals("get") && (named || !post)) {
                    writes.put(
                        method.getKey().toUpperCase(Locale.ROOT)
                            + " "
                            + path.getKey().replace(PREFIX, ""),
                        method.getValue());
                  }
                }));
    return writes;
  }

  private static boolean readsIfMatch(JsonNode operation) {
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.path("name").asText().equals("If-Match")) {
        return operation.path("responses").has("412");
      }
    }
    return false;
  }
}
