package io.iamplane.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.http.admin.Resources;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The document's examples are sent unchanged, and accepted. */
@QuarkusTest
class OpenApiExamplesApiTest {

  private static final String PREFIX = "/api/iam/v1/";
  private static final JsonNode DOCUMENT = PublishedOperations.document();

  /** With tests of their own: the platform, decisions, which change nothing, and people's own. */
  private static final Set<String> ELSEWHERE = Set.of("organizations", "keys", "decisions", "me");

  @Inject TestPlatform platform;

  @TestFactory
  Stream<DynamicTest> everyExampleIsAccepted() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Published each : PublishedOperations.all()) {
      JsonNode body = each.definition().path("requestBody");
      String local = each.path().replace(PREFIX, "");
      if (each.path().startsWith(PREFIX)
          && !body.isMissingNode()
          && !ELSEWHERE.contains(local.split("/")[0])) {
        tests.add(DynamicTest.dynamicTest(each.toString(), () -> send(each, local, example(body))));
      }
    }
    assertThat(tests).hasSizeGreaterThan(15);
    return tests.stream();
  }

  @Test
  void membersAreNamedAsOnTheWire() {
    DOCUMENT
        .path("components")
        .path("schemas")
        .forEach(schema ->
            schema
                .path("properties")
                .fieldNames()
                .forEachRemaining(name -> assertThat(name).matches("[a-z][a-z0-9_]*")));
  }

  private void send(Published operation, String path, JsonNode example) {
    AdminTenant tenant = new AdminTenant(platform);
    Map<String, String> ids = new HashMap<>(fill(tenant));
    if (path.startsWith("access-reviews/")) {
      ids.putAll(review(tenant, ids.get("service_account")));
    }
    if (path.startsWith("recommendations/")) {
      ids.put("recommendation", Resources.recommendation(tenant));
    }
    if (path.startsWith("anomalies/")) {
      ids.put("anomaly", Resources.anomaly(tenant));
    }
    if (path.equals("access-requests")) {
      tenant
          .patch(
              "roles/helper",
              "{'self_requestable': true, 'request': {'approval_steps': [{'approver_type': 'role',"
                  + " 'approver_ref': 'iam:iam-admin'}]}}")
          .statusCode(200);
    } else if (path.startsWith("access-requests/")) {
      // Who asks does not decide; see below who does.
      boolean decided = path.endsWith("/reject");
      ids.put("request", Resources.request(decided ? tenant.second() : tenant));
    }
    if (path.equals("grants/{grant}/activate")) {
      String own = platform.subject(tenant.administrator()).toString();
      ids.put("grant", Resources.dormant(tenant, own));
    }
    if (path.equals("duty-rules/{rule}")) {
      ids.put(
          "rule",
          tenant.made(
              "duty-rules",
              "{'name': 'Both', 'all_of': ['iam:users.read', 'iam:users.manage'],"
                  + " 'mode': 'detect'}"));
    }
    String at = path.equals("relation-model") ? path + "?application=warehouse" : path;
    for (Map.Entry<String, String> id : ids.entrySet()) {
      at = at.replace("{" + id.getKey() + "}", id.getValue());
    }
    if (path.endsWith("{application}/manifests")) {
      at = "applications/" + example.path("app").path("key").asText() + "/manifests";
    }
    assertThat(example).as("the example of " + path).isNotEmpty();
    // Who submitted a manifest does not approve it.
    AdminTenant caller = path.endsWith("/approve") ? tenant.second() : tenant;
    Response answer =
        caller
            .request()
            .contentType("application/json")
            .body(example.toString())
            .request(operation.method(), PREFIX + at);
    assertThat(answer.statusCode()).as(example + " " + answer.asString()).isBetween(200, 299);
    assertThat(operation.statuses()).contains(Integer.toString(answer.statusCode()));
  }

  private static Map<String, String> fill(AdminTenant tenant) {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String pending =
        tenant
            .post(
                "applications/warehouse/manifests",
                AdminTenant.WAREHOUSE.replace(", {\"key\": \"stock.adjust\"}", ""))
            .extract()
            .path("data.id");
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
    tenant.post("roles", "{'key': 'helper', 'label': 'Helper'}").statusCode(201);
    String webhook =
        tenant.made("webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['*']}");
    String account = tenant.made("service-accounts", "{'name': 'Robot'}");
    return Map.of(
        "user", "ann",
        "group", "staff",
        "role", "helper",
        "application", "warehouse",
        "manifest", pending,
        "service_account", account,
        "webhook", webhook);
  }

  /** A campaign that runs, and its item. */
  private static Map<String, String> review(AdminTenant tenant, String reviewer) {
    tenant.made("users", "{'name': 'Cas', 'external_id': 'cas'}");
    tenant.made(
        "grants",
        "{'subject': 'user:cas', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}");
    String campaign =
        tenant.made(
            "access-reviews/campaigns",
            """
            {'name': 'All', 'scope_json': {'application_keys': ['warehouse']},
             'reviewer_strategy': 'named', 'reviewer': 'service_account:%s',
             'on_unconfirmed': 'keep', 'due_at': '2199-01-01T00:00:00Z'}
            """
                .formatted(reviewer));
    String path = "access-reviews/campaigns/" + campaign;
    tenant.post(path + "/open").statusCode(200);
    return Map.of(
        "campaign",
        campaign,
        "item",
        tenant.get(path + "/items").statusCode(200).extract().path("data[0].id"));
  }

  /** The examples of the members, or the one of the whole. */
  private static JsonNode example(JsonNode body) {
    JsonNode schema = body.path("content").path("application/json").path("schema");
    if (schema.has("examples")) {
      return schema.path("examples").path(0);
    }
    String ref = schema.path("$ref").asText();
    JsonNode named =
        DOCUMENT.path("components").path("schemas").path(ref.substring(ref.lastIndexOf('/') + 1));
    ObjectNode example = new ObjectMapper().createObjectNode();
    named
        .path("properties")
        .properties()
        .forEach(member -> {
          JsonNode value = value(member.getValue());
          if (!value.isMissingNode()) {
            example.set(member.getKey(), value);
          }
        });
    return example;
  }

  /** A reference with an example beside it stands in an {@code allOf} or has it as a sibling. */
  private static JsonNode value(JsonNode member) {
    return member.path("examples").path(0);
  }
}
