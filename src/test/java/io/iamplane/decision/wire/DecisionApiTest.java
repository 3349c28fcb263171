package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.CreateOrganizationRequest;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.UpdateOrganizationRequest;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code decisions/check} and {@code explain}: forms, refusals, tenants. */
@QuarkusTest
class DecisionApiTest extends ShopTenant {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42'}",
        "{'subject': {'type': 'user', 'id': 'ann'}, 'permission': 'shop:order.read', 'resource':"
            + " {'type': 'order', 'id': '42'}}",
        "{'subject': {'id': 'ann'}, 'permission': 'order.read', 'application': 'shop', 'resource':"
            + " {'type': 'order', 'id': '42', 'properties': {'total': 3}}}",
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': '42'}",
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42',"
            + " 'context': [], 'current_aal': null, 'application': null, 'organization': null,"
            + " 'relation': null, 'at_least': null, 'explain': null}",
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42',"
            + " 'context': {'a': {'b': [1, 2.5, null, true]}}, 'explain': true, 'at_least': 1}"
      })
  void everyFormOfTheQuestionIsUnderstood(String body) {
    check(body)
        .statusCode(200)
        .body("data.allowed", equalTo(true))
        .body("data.reason_code", equalTo("granted_by_grant"))
        .body("data.matched", hasSize(1))
        .body("data.matched[0].type", equalTo("grant"))
        .body("data.matched[0].key", equalTo("shop:order.read"))
        .body("data.required_aal", equalTo("aal1"))
        .body("data.requires_step_up", equalTo(false))
        .body("data", not(hasKey("explanation")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'permission': 'shop:order.read'}                                       | subject",
        "{'subject': null, 'permission': 'shop:order.read'}                      | subject",
        "{'subject': 'ann', 'permission': 'shop:order.read'}                     | subject",
        "{'subject': ':ann', 'permission': 'shop:order.read'}                    | subject",
        "{'subject': 'user:', 'permission': 'shop:order.read'}                   | subject",
        "{'subject': 7, 'permission': 'shop:order.read'}                         | subject",
        "{'subject': {}, 'permission': 'shop:order.read'}                        | subject.id",
        "{'subject': {'id': 7}, 'permission': 'shop:order.read'}                 | subject.id",
        "{'subject': {'id': ''}, 'permission': 'shop:order.read'}                | subject.id",
        "{'subject': {'id': 'a', 'type': 3}, 'permission': 'shop:order.read'}    | subject.type",
        "{'subject': {'id': 'a', 'role': 'x'}, 'permission': 'shop:order.read'}  | subject.role",
        "{'subject': {'id': 'a', 'properties': 3}, 'permission': 'a:b'}          | subject.properties",
        "{'subject': 'user:ann'}                                                 | permission",
        "{'subject': 'user:ann', 'permission': 'a:b', 'relation': 'c'}           | permission",
        "{'subject': 'user:ann', 'permission': ''}                               | permission",
        "{'subject': 'user:ann', 'permission': ['a:b']}                          | permission",
        "{'subject': 'user:ann', 'permission': 'a:b', 'resource': 7}             | resource",
        "{'subject': 'user:ann', 'permission': 'a:b', 'resource': {'id': '1'}}   | resource.type",
        "{'subject': 'user:ann', 'permission': 'a:b', 'resource': {'type': 'x'}} | resource.id",
        "{'subject': 'user:ann', 'permission': 'a:b', 'resource': 'x:'}          | resource",
        "{'subject': 'user:ann', 'permission': 'a:b', 'context': [1]}            | context",
        "{'subject': 'user:ann', 'permission': 'a:b', 'context': 'x'}            | context",
        "{'subject': 'user:ann', 'permission': 'a:b', 'context': {'x': 1e309}}   | context",
        "{'subject': 'user:ann', 'permission': 'a:b', 'context': {'x': [-1e400]}} | context",
        "{'subject': {'id': 'a', 'properties': {'x': 1e309}}, 'permission': 'a:b'} | subject.properties",
        "{'subject': 'user:ann', 'permission': 'a:b', 'resource': 'x:1 '}        | resource",
        "{'subject': 'user:ann', 'permission': 'a:b', 'resource': ' x:1'}        | resource",
        "{'subject': 'user:ann', 'permission': 'a:b', 'resource': {'type': 'x', 'id': '1 '}} | resource.id",
        "{'subject': 'user:ann', 'permission': 'a:b', 'current_aal': 'aal9'}     | current_aal",
        "{'subject': 'user:ann', 'permission': 'a:b', 'current_aal': 2}          | current_aal",
        "{'subject': 'user:ann', 'permission': 'a:b', 'at_least': -1}            | at_least",
        "{'subject': 'user:ann', 'permission': 'a:b', 'at_least': 1.5}           | at_least",
        "{'subject': 'user:ann', 'permission': 'a:b', 'at_least': '1'}           | at_least",
        "{'subject': 'user:ann', 'permission': 'a:b', 'organization': 3}         | organization",
        "{'subject': 'user:ann', 'permission': 'a:b', 'application': {}}         | application",
        "{'subject': 'user:ann', 'permission': 'a:b', 'explain': 'yes'}          | explain",
        "{'subject': 'user:ann', 'permission': 'a:b', 'allowed': true}           | allowed"
      })
  void aBadQuestionNamesThePlace(String body, String place) {
    check(body).statusCode(422).body("errors", hasKey(place)).body("errors.size()", equalTo(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "null", "'text'", "{", "{} {}", "{'a': 1, 'a': 2}"})
  void whatIsNoJsonObjectIsMalformed(String body) {
    check(body).statusCode(400).body("type", equalTo("https://iam/problems/malformed-request"));
  }

  @Test
  void aDenialIsAnAnswer() {
    check("{'subject': 'user:bob', 'permission': 'shop:order.read', 'resource': '7'}")
        .statusCode(200)
        .body("data.allowed", equalTo(false))
        .body("data.reason_code", equalTo("subject_unknown"))
        .body("data.matched", hasSize(0));
    check("{'subject': 'user:ann', 'permission': 'shop:nothing'}")
        .body("data.reason_code", equalTo("permission_unknown"))
        .body("data.required_aal", nullValue());
    check("{'subject': 'user:ann', 'permission': 'read', 'application': 'nowhere'}")
        .body("data.reason_code", equalTo("application_unknown"));
  }

  /** Else a denial that is restricted to one order would not be met. */
  @Test
  void aPermissionAboutOrdersIsAskedOnAnOrder() {
    String asked = "{'subject': 'user:ann', 'permission': 'shop:order.read'";
    check(asked + "}").body("data.reason_code", equalTo("resource_required"));
    for (String other : new String[] {"orders:42", "Order:42", "invoice:42"}) {
      check(asked + ", 'resource': '" + other + "'}")
          .body("data.allowed", equalTo(false))
          .body("data.reason_code", equalTo("resource_type_mismatch"))
          .body("data.required_aal", equalTo("aal1"));
    }
    check("{'subject': 'user:*', 'permission': 'shop:order.pay'}")
        .body("data.reason_code", equalTo("subject_is_a_set"));
  }

  @Test
  void theClientsOwnApplicationIsMeantByABareKey() {
    String own = platform.token(shop);
    String body = "{'subject': 'user:ann', 'permission': 'order.read', 'resource': 'order:42'}";
    post(own, "check", body).body("data.allowed", equalTo(true));
    check(body).body("data.reason_code", equalTo("permission_unknown"));
  }

  @Test
  void tooLowAnAssuranceIsNotAllowed() {
    check("{'subject': 'user:ann', 'permission': 'shop:order.pay'}")
        .statusCode(200)
        .body("data.allowed", equalTo(false))
        .body("data.requires_step_up", equalTo(true))
        .body("data.required_aal", equalTo("aal2"))
        .body("data.reason_code", equalTo("step_up_required"));
    check("{'subject': 'user:ann', 'permission': 'shop:order.pay', 'current_aal': 'aal2'}")
        .body("data.allowed", equalTo(true));
  }

  @Test
  void nobodyRaisesTheirOwnAssurance() {
    IssuedClient client = platform.administrator(tenant);
    SubjectRef self = platform.subject(client);
    record(
        tenant,
        recording -> grants.create(recording, NewGrant.permission(self, "shop:order.pay").build()));
    String body =
        "{'subject': '%s', 'permission': 'shop:order.pay', 'current_aal': 'aal3'}".formatted(self);
    post(platform.token(client), "check", body)
        .body("data.reason_code", equalTo("step_up_required"));
    check(body).body("data.allowed", equalTo(true));
  }

  @Test
  void anotherOrganizationIsNotFoundThereOrNot() {
    Organization other = platform.tenant();
    String body = "{'subject': 'user:ann', 'permission': 'a:b', 'organization': '%s'}";
    String nobodys = check(body.formatted("nowhere")).statusCode(404).extract().path("detail");
    for (String named : List.of(other.id().toString(), other.key())) {
      check(body.formatted(named)).statusCode(404).body("detail", equalTo(nobodys));
    }
    for (String own : List.of(tenant.id().toString(), tenant.key())) {
      check(body.formatted(own)).statusCode(200);
    }
  }

  @Test
  void thePlatformAsksAboutATenantByTheTenantsPolicy() {
    String body =
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42',"
            + " 'organization': '%s'}";
    String asPlatform = platform.platformToken();
    for (String named : List.of(tenant.id().toString(), tenant.key())) {
      post(asPlatform, "check", body.formatted(named)).body("data.allowed", equalTo(true));
    }
    post(asPlatform, "check", body.formatted("nowhere")).statusCode(404);
    post(asPlatform, "check", body.formatted("platform"))
        .body("data.reason_code", equalTo("permission_unknown"));
  }

  @Test
  void aSuspendedOrganizationIsDeniedEverything() {
    Organization suspended =
        organizations.create(
            platform.command(), new CreateOrganizationRequest(tenant.key() + "-x", "X", null));
    install(suspended);
    String body =
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42',"
            + " 'organization': '%s'}".formatted(suspended.key());
    String asPlatform = platform.platformToken();
    post(asPlatform, "check", body).body("data.allowed", equalTo(true));
    organizations.update(
        platform.command(),
        suspended.key(),
        present -> new UpdateOrganizationRequest(present.name(), Organization.Status.SUSPENDED),
        null);
    post(asPlatform, "check", body)
        .statusCode(200)
        .body("data.allowed", equalTo(false))
        .body("data.reason_code", equalTo("subject_inactive"));
  }

  @Test
  void whoLacksThePermissionIsRefusedAndToldNothing() {
    String withoutRights = platform.token(platform.clientWithoutRights(tenant));
    String body = "{'subject': 'user:ann', 'permission': 'shop:order.read'}";
    for (String endpoint : List.of("check", "explain", "batch")) {
      post(withoutRights, endpoint, body).statusCode(403).body("", not(hasKey("data")));
    }
    post(platform.token(shop), "check", body).statusCode(200);
    post(platform.token(shop), "explain", body).statusCode(403);
  }

  @Test
  void anIdempotencyKeyHasNoEffect() {
    String body = "{'subject': 'user:ann', 'permission': 'shop:order.read'}";
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ids.add(
          platform
              .as(token)
              .header("Idempotency-Key", "same")
              .contentType(ContentType.JSON)
              .body(json(body))
              .post(DECISIONS + "check")
              .then()
              .statusCode(200)
              .header("Idempotency-Replayed", nullValue())
              .extract()
              .path("data.decision_id"));
    }
    assertThat(ids.get(0)).isNotEqualTo(ids.get(1));
  }

  @Test
  void aVersionThatIsNotThereYetDenies() {
    int version =
        check("{'subject': 'user:ann', 'permission': 'shop:order.read'}")
            .extract()
            .path("data.policy_version");
    String body = "{'subject': 'user:ann', 'permission': 'shop:order.pay', 'at_least': %d}";
    check(body.formatted(version)).body("data.reason_code", equalTo("step_up_required"));
    check(body.formatted(version + 1))
        .statusCode(200)
        .body("data.allowed", equalTo(false))
        .body("data.reason_code", equalTo("policy_version_unavailable"));
  }

  @Test
  void theExplanationNamesWhatWouldHaveAllowed() {
    post(
            token,
            "explain",
            "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:7'}")
        .statusCode(200)
        .body("data.allowed", equalTo(false))
        .body("data.explanation.grants", hasSize(1))
        .body("data.explanation.grants[0].effect", equalTo("permit"))
        .body("data.explanation.grants[0].verdict", equalTo("out_of_scope"))
        .body("data.explanation.nearest.privilege", equalTo("shop:order.read"))
        .body("data.explanation.failed_conditions", hasSize(0))
        .body("data.explanation.groups", hasSize(0))
        .body("data.explanation.relations", hasSize(0));
  }
}
