package io.iamplane.http.admin;

import static io.iamplane.http.admin.Resources.account;
import static io.iamplane.http.admin.Resources.duty;
import static io.iamplane.http.admin.Resources.group;
import static io.iamplane.http.admin.Resources.role;
import static io.iamplane.http.admin.Resources.user;
import static io.iamplane.http.admin.Resources.webhook;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.anEmptyMap;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Null in a PATCH, and JSON Merge Patch (RFC 7396), for every resource with a PATCH. */
@QuarkusTest
class PatchApiTest {

  private static final String MERGE = "application/merge-patch+json";

  /** Nullable in the document, but necessary for what the tried resource is. */
  private static final Set<String> NEEDED = Set.of("duty-rules/{rule} all_of");

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  private Map<String, Function<AdminTenant, String>> resources() {
    Map<String, Function<AdminTenant, String>> all = new TreeMap<>();
    all.put("users/{user}", Resources::user);
    all.put("groups/{group}", Resources::group);
    all.put("roles/{role}", Resources::role);
    all.put("service-accounts/{service_account}", Resources::account);
    all.put("webhooks/{webhook}", Resources::webhook);
    all.put("duty-rules/{rule}", Resources::duty);
    all.put("organizations/{organization}", made -> "organizations/" + made.organization().id());
    return all;
  }

  private static List<Published> patches() {
    return PublishedOperations.all().stream()
        .filter(each -> each.method().equals("PATCH"))
        .toList();
  }

  private static String path(Published operation) {
    return operation.path().substring(AdminTenant.PATH.length());
  }

  /** Under each of the two media types, which have the same form. */
  private static JsonNode form(Published operation) {
    JsonNode content = operation.definition().at("/requestBody/content");
    assertThat(content.propertyStream().map(Map.Entry::getKey))
        .containsExactlyInAnyOrder("application/json", MERGE);
    assertThat(content.path(MERGE)).isEqualTo(content.path("application/json"));
    String ref = content.at("/application~1json/schema/$ref").textValue();
    JsonNode form = PublishedOperations.document().at(ref.substring(1));
    assertThat(form.has("required")).isFalse();
    return form.path("properties");
  }

  private static boolean isNullable(JsonNode schema) {
    return schema.toString().contains("\"null\"");
  }

  @Test
  void everyPatchIsTried() {
    assertThat(patches().stream().map(PatchApiTest::path))
        .containsExactlyInAnyOrderElementsOf(resources().keySet());
  }

  @TestFactory
  Stream<DynamicTest> nullClearsAMemberOrIsRefusedWithItsName() {
    return patches().stream()
        .flatMap(operation ->
            form(operation)
                .propertyStream()
                .flatMap(member ->
                    Stream.of("application/json", MERGE)
                        .map(type ->
                            tried(path(operation), member.getKey(), member.getValue(), type))));
  }

  private DynamicTest tried(String operation, String member, JsonNode schema, String type) {
    return DynamicTest.dynamicTest(
        operation + " " + member + " " + type,
        () -> {
          AdminTenant own = new AdminTenant(platform);
          String path = resources().get(operation).apply(own);
          AdminTenant by = operation.startsWith("org") ? own.as(platform.platformToken()) : own;
          Response answer = send(by, path, type, "{'%s': null}".formatted(member));
          if (isNullable(schema) && !NEEDED.contains(operation + " " + member)) {
            assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
          } else {
            answer.then().statusCode(422).body("errors", hasKey(member));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", MERGE, "application/merge-patch+json;charset=utf-8"})
  void nullRemovesAnAddressAndItsRecordAndEventShowIt(String type) throws Exception {
    String id =
        tenant.made("users", "{'name': 'Ann', 'external_id': 'ann', 'email': 'ann@example.com'}");
    send(tenant, "users/ann", type, "{'email': null}")
        .then()
        .statusCode(200)
        .header("ETag", equalTo("\"2\""))
        .body("data.email", nullValue())
        .body("data.name", equalTo("Ann"));
    tenant.get("users/ann").body("data.email", nullValue());
    tenant.get("users?q=ann@example.com").body("data", empty());
    tenant
        .get("audit/events?type=iam.user.updated")
        .body("data.size()", equalTo(1))
        .body("data[0].before.email", equalTo("ann@example.com"))
        .body("data[0].after.email", nullValue());
    assertThat(
            Rows.texts(
                "SELECT body FROM iam_outbox_messages WHERE event_type = 'iam.user.updated'"
                    + " AND body::text LIKE '%"
                    + id
                    + "%'"))
        .singleElement()
        .asString()
        .contains("ann@example.com");
    tenant.made("users", "{'name': 'Bob', 'email': 'ann@example.com'}");
  }

  @Test
  void nullGivesOptionalMembersTheirDefault() {
    patch(user(tenant), "{'attributes': null}").body("data.attributes", anEmptyMap());
    patch(group(tenant), "{'attributes': null}").body("data.attributes", anEmptyMap());
    String role = role(tenant);
    patch(role, "{'permissions': ['iam:users.read'], 'is_privileged': true}").statusCode(200);
    patch(role, "{'permissions': null, 'is_privileged': null, 'includes': null, 'request': null}")
        .body("data.permissions", empty())
        .body("data.is_privileged", equalTo(false))
        .body("data.request", anEmptyMap());
    String account = account(tenant);
    patch(account, "{'scopes': ['iam:users.read']}")
        .body("data.client.scopes", contains("iam:users.read"));
    patch(account, "{'scopes': null}").body("data.client.scopes", empty());
    String webhook = webhook(tenant);
    patch(webhook, "{'ordering': 'per_target'}").body("data.ordering", equalTo("per_target"));
    patch(webhook, "{'ordering': null}").body("data.ordering", equalTo("none"));
  }

  @Test
  void aDutyRuleChangesItsKindAndLosesItsExceptions() {
    String rule = duty(tenant);
    user(tenant);
    patch(
            rule,
            "{'exceptions': [{'subject': 'user:ann', 'until': '2199-01-01T00:00:00Z',"
                + " 'justification': 'Audit'}]}")
        .body("data.exceptions.size()", equalTo(1));
    patch(rule, "{'exceptions': null}").body("data.exceptions", empty());
    String limit = "{'n': 1, 'of': ['iam:users.read', 'iam:users.manage', 'iam:groups.manage']}";
    patch(rule, "{'all_of': null, 'at_most': %s}".formatted(limit))
        .body("data.at_most.n", equalTo(1))
        .body("data.all_of", nullValue());
    send(tenant, rule, MERGE, "{'at_most': {'n': 2}}")
        .then()
        .statusCode(200)
        .body("data.at_most.n", equalTo(2))
        .body("data.at_most.of.size()", equalTo(3));
    send(tenant, rule, MERGE, "{'at_most': {'n': null}}")
        .then()
        .statusCode(422)
        .body("errors", hasKey("at_most.n"));
    tenant.patch(rule, "{'at_most': null}").statusCode(422).body("errors", hasKey("all_of"));
    tenant.patch(rule, "{'at_most': {'n': 1}}").statusCode(422);
  }

  @Test
  void aMergePatchRemovesOneAttributeAndAPlainOneReplacesAll() {
    String user = user(tenant);
    patch(user, "{'attributes': {'site': {'city': 'Berlin', 'floor': 2}, 'level': 3}}");
    send(tenant, user, MERGE, "{'attributes': {'site': {'floor': null}, 'level': 4}}")
        .then()
        .statusCode(200)
        .body("data.attributes.site.city", equalTo("Berlin"))
        .body("data.attributes.site", not(hasKey("floor")))
        .body("data.attributes.level", equalTo(4));
    send(tenant, user, MERGE, "{'attributes': {'none': null}}")
        .then()
        .statusCode(200)
        .header("ETag", equalTo("\"3\""));
    patch(user, "{'attributes': {'level': 5}}")
        .body("data.attributes.level", equalTo(5))
        .body("data.attributes", not(hasKey("site")));
  }

  @Test
  void aMergePatchReachesIntoTheRulesOfRequests() {
    Resources.requestable(tenant, "asked");
    send(tenant, "roles/asked", MERGE, "{'request': {'max_duration': 'PT8H'}}")
        .then()
        .statusCode(200)
        .body("data.request.max_duration", equalTo("PT8H"))
        .body("data.request.approval_steps.size()", equalTo(1));
    send(tenant, "roles/asked", MERGE, "{'request': {'max_duration': null}}")
        .then()
        .statusCode(200)
        .body("data.request", not(hasKey("max_duration")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '!',
      textBlock =
          """
          []                     | 400
          null                   | 400
          'text'                 | 400
          {'name': 'A', 'name': 'B'} | 400
          {'name': 'A'} {}       | 400
          {'name': 7}            | 422
          {'name': ''}           | 422
          {'name': ' '}          | 422
          {'email': ''}          | 422
          {'nickname': null}     | 422
          {'external_id': null}  | 422
          {'attributes': []}     | 422
          """)
  void badPatchesChangeNothing(String body, int status) {
    String user = user(tenant);
    for (String type : List.of("application/json", MERGE)) {
      send(tenant, user, type, body).then().statusCode(status);
    }
    tenant.get(user).header("ETag", equalTo("\"1\"")).body("data.name", equalTo("Ann"));
  }

  @Test
  void anotherTypeIsRefusedWithThoseThatThereAre() {
    send(tenant, user(tenant), "application/json-patch+json", "[]")
        .then()
        .statusCode(415)
        .header("Accept-Patch", containsString(MERGE));
    tenant
        .request()
        .contentType("text/plain")
        .body("{}")
        .post(AdminTenant.PATH + "users")
        .then()
        .statusCode(415)
        .header("Accept-Patch", nullValue());
  }

  @Test
  void theTypeIsPartOfARequestWithAnIdempotencyKey() {
    String user = user(tenant);
    String body = "{'attributes': {'level': 1}}";
    keyed(user, "application/json", body).then().statusCode(200);
    keyed(user, "application/json", body)
        .then()
        .statusCode(200)
        .header("Idempotency-Replayed", equalTo("true"));
    keyed(user, MERGE, body).then().statusCode(422);
  }

  private Response keyed(String path, String type, String body) {
    return typed(tenant, type, body)
        .header("Idempotency-Key", "patch-" + tenant.organization().key())
        .patch(AdminTenant.PATH + path);
  }

  private ValidatableResponse patch(String path, String body) {
    return tenant.patch(path, body).statusCode(200);
  }

  private static Response send(AdminTenant by, String path, String type, String body) {
    return typed(by, type, body).patch(AdminTenant.PATH + path);
  }

  private static RequestSpecification typed(AdminTenant by, String type, String body) {
    return by.request().contentType(type).body(body.replace('\'', '"'));
  }
}
