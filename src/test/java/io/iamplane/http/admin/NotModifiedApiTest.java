package io.iamplane.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Reads of what the client has already, for every operation that answers with an entity tag. */
@QuarkusTest
class NotModifiedApiTest {

  @Inject TestPlatform platform;

  /** A path that exists for the tenant, by the operation's path. */
  private Map<String, Function<AdminTenant, String>> cases() {
    Map<String, Function<AdminTenant, String>> cases = new TreeMap<>();
    cases.put("/.well-known/jwks.json", _ -> "/.well-known/jwks.json");
    cases.put(
        "/.well-known/iam-manifest-schema.json", _ -> "/.well-known/iam-manifest-schema.json");
    admin(cases, "users/{user}", Resources::user);
    admin(cases, "groups/{group}", Resources::group);
    admin(cases, "roles/{role}", Resources::role);
    admin(cases, "service-accounts/{service_account}", Resources::account);
    admin(cases, "webhooks/{webhook}", Resources::webhook);
    admin(cases, "duty-rules/{rule}", Resources::duty);
    admin(cases, "grants/{grant}", Resources::grant);
    admin(cases, "identity-provider", Resources::provider);
    admin(cases, "access-reviews/campaigns/{campaign}", Resources::campaign);
    admin(
        cases,
        "organizations/{organization}",
        tenant -> "organizations/" + tenant.organization().id());
    admin(
        cases,
        "manifests/{manifest}",
        tenant -> Resources.submitted(tenant, "warehouse", AdminTenant.WAREHOUSE));
    admin(cases, "applications/{application}", tenant -> warehouse(tenant, ""));
    admin(cases, "applications/{application}/client", tenant -> warehouse(tenant, "/client"));
    admin(
        cases,
        "relation-model",
        tenant -> {
          warehouse(tenant, "");
          return "relation-model?application=warehouse";
        });
    return cases;
  }

  private static void admin(
      Map<String, Function<AdminTenant, String>> cases,
      String operation,
      Function<AdminTenant, String> path) {
    cases.put(AdminTenant.PATH + operation, tenant -> AdminTenant.PATH + path.apply(tenant));
  }

  private static String warehouse(AdminTenant tenant, String rest) {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    return "applications/warehouse" + rest;
  }

  @Test
  void everyOperationWithATagIsTried() {
    assertThat(
            PublishedOperations.all().stream()
                .filter(each -> each.method().equals("GET"))
                .filter(each -> each.statuses().contains("304"))
                .map(Published::path))
        .containsExactlyInAnyOrderElementsOf(cases().keySet());
  }

  @TestFactory
  Stream<DynamicTest> theSameTagIsAnswered304() {
    return cases().entrySet().stream()
        .map(each ->
            DynamicTest.dynamicTest(
                each.getKey(),
                () -> {
                  AdminTenant tenant = new AdminTenant(platform);
                  String path = each.getValue().apply(tenant);
                  AdminTenant by =
                      path.contains("/organizations/")
                          ? tenant.as(platform.platformToken())
                          : tenant;
                  Response whole = by.request().get(path);
                  String tag = whole.header("ETag");
                  for (String header : new String[] {tag, "W/" + tag, "\"x\", " + tag, "*"}) {
                    unchanged(whole, by.request().header("If-None-Match", header).get(path));
                    unchanged(whole, by.request().header("If-None-Match", header).head(path));
                  }
                  Response other = by.request().header("If-None-Match", "\"0\"").get(path);
                  assertThat(other.statusCode()).isEqualTo(200);
                  assertThat(other.asString()).isEqualTo(whole.asString());
                }));
  }

  private static void unchanged(Response whole, Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(304);
    assertThat(answer.asString()).isEmpty();
    assertThat(answer.header("Content-Type")).isNull();
    for (String name : new String[] {"ETag", "Cache-Control", "X-Content-Type-Options"}) {
      assertThat(answer.header(name)).isEqualTo(whole.header(name)).isNotNull();
    }
  }

  /** A list has no tag, and a refusal is no representation. */
  @Test
  void neitherListsNorRefusalsAre304() {
    AdminTenant tenant = new AdminTenant(platform);
    String user = AdminTenant.PATH + Resources.user(tenant);
    AdminTenant other = new AdminTenant(platform);
    assertThat(any(tenant, AdminTenant.PATH + "users")).isEqualTo(200);
    assertThat(any(other, user)).isEqualTo(404);
    assertThat(any(tenant.as("rubbish"), user)).isEqualTo(401);
    AdminTenant withoutRights =
        tenant.as(platform.token(platform.clientWithoutRights(tenant.organization())));
    assertThat(any(withoutRights, user)).isEqualTo(403);
  }

  private static int any(AdminTenant by, String path) {
    return by.request().header("If-None-Match", "*").get(path).statusCode();
  }

  /** A part of an answer that changes without a change of the resource changes its tag. */
  @Test
  void anOrganizationsTagChangesWithItsPolicy() {
    AdminTenant tenant = new AdminTenant(platform);
    AdminTenant operator = tenant.as(platform.platformToken());
    String path = "organizations/" + tenant.organization().id();
    String before = operator.get(path).extract().header("ETag");
    Resources.role(tenant);
    Response changed =
        operator.request().header("If-None-Match", before).get(AdminTenant.PATH + path);
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(changed.header("ETag")).isNotEqualTo(before);
    Response renamed =
        operator
            .request()
            .header("If-Match", before)
            .contentType("application/json")
            .body("{\"name\": \"Other\"}")
            .patch(AdminTenant.PATH + path);
    assertThat(renamed.statusCode()).as(renamed.asString()).isEqualTo(200);
  }

  @Test
  void aWebhooksTagChangesWhenItsReceiverFails() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    String webhook = Resources.webhook(tenant);
    String path = AdminTenant.PATH + webhook;
    String before = tenant.request().get(path).header("ETag");
    Rows.update(
        "INSERT INTO iam_webhook_failures (webhook_id, failing_since, last_failure_at)"
            + " VALUES ('%s', now(), now())".formatted(webhook.substring("webhooks/".length())));
    Response failing = tenant.request().header("If-None-Match", before).get(path);
    assertThat(failing.statusCode()).isEqualTo(200);
    assertThat(failing.header("ETag")).isNotEqualTo(before);
  }

  @Test
  void theTagOfABuiltInRoleIsOfItsContent() {
    AdminTenant tenant = new AdminTenant(platform);
    Response role = tenant.request().get(AdminTenant.PATH + "roles/iam:iam-auditor");
    assertThat(role.header("ETag")).matches("\"1-[0-9a-f]+\"");
  }
}
