package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wherever people write about a person, an erasure finds it, or says that it stays. */
@QuarkusTest
class ErasedCopiesApiTest {

  private static final String[] ABOUT_ZELDA = {
    "Zelda Montague", "zelda montague", "zmontague@example.com", "zm-4711", "Zelda Oldname"
  };

  @Inject TestPlatform platform;
  @Inject FannedOut fanOut;

  private AdminTenant tenant;
  private String zelda;
  private String bert;

  @BeforeEach
  void aTenantThatKnowsZelda() {
    tenant = new AdminTenant(platform);
    zelda =
        tenant.made(
            "users",
            "{'name': 'Zelda Oldname', 'email': 'zmontague@example.com', 'external_id': 'zm-4711'}");
    tenant.patch("users/" + zelda, "{'name': 'Zelda Montague'}").statusCode(200);
    bert = tenant.made("users", "{'name': 'Bert Bold', 'external_id': 'bert'}");
  }

  @Test
  void noTextThatPeopleWroteAboutAPersonIsLeftInAnyTable() throws SQLException {
    String kept = grant("'justification': 'stands in for zelda montague (ZMONTAGUE@example.com)'");
    String revoked = grant("'condition': 'context.approver == \\\"zm-4711\\\"'");
    tenant.post("grants/" + revoked + "/revoke").statusCode(200);
    tenant.made("groups", "{'key': 'staff', 'name': 'Team of Zelda Oldname'}");
    tenant.patch("groups/staff", "{'name': 'Team of Bert'}").statusCode(200);
    deliveryWhoseAnswerNames("no user zmontague@example.com here");
    String id = tenant.organization().id().toString();
    assertThat(Rows.everythingOf(id)).contains(ABOUT_ZELDA);

    erase("{'subject': 'user:zm-4711'}")
        .statusCode(200)
        .body("data.copies", equalTo(19))
        .body("data.remaining", empty());

    assertThat(Rows.everythingOf(id)).doesNotContainIgnoringCase(ABOUT_ZELDA).contains("Bert Bold");
    tenant
        .get("grants/" + kept)
        .body("data.status", equalTo("active"))
        .body("data.justification", nullValue());
    tenant.get("grants/" + revoked).body("data.condition", equalTo("false"));
    tenant
        .request()
        .contentType("application/json")
        .body("{\"full\": true}")
        .post(AdminTenant.PATH + "audit/verify-chain")
        .then()
        .body("data.valid", equalTo(true));
  }

  @Test
  void whatDecidesIsNotChangedBehindItsOwnersBackButReported() throws SQLException {
    String grant = grant("'condition': 'context.approver == \\\"zm-4711\\\"'");
    String group = tenant.made("groups", "{'key': 'friends', 'name': 'Friends of Zelda Montague'}");

    erase("{'subject': 'user:zm-4711'}")
        .statusCode(409)
        .body("detail", containsString("grant " + grant + " condition"))
        .body("detail", containsString("group " + group + " name"));
    tenant.get("users/" + zelda).body("data.name", equalTo("Zelda Montague"));

    tenant.patch("groups/" + group, "{'name': 'Friends'}").statusCode(200);
    erase("{'subject': 'user:zm-4711', 'accept_remaining': true}")
        .statusCode(200)
        .body("data.remaining", hasItem("grant " + grant + " condition"));
    tenant.get("grants/" + grant).body("data.condition", containsString("zm-4711"));
    tenant.get("users/" + zelda).body("data.name", equalTo(""));
    tenant.get("audit/events?type=iam.subject.erased").body("data[0].after.remaining", equalTo(1));
    String id = tenant.organization().id().toString();
    assertThat(Rows.everythingOf(id)).doesNotContain("Zelda Montague", "zmontague@example.com");
  }

  @Test
  void aDeletedRelationKeepsNoValueThatNamesThePerson() throws SQLException {
    tenant.apply(
        "vault",
        """
        {"schema": "iam.manifest.v2", "app": {"key": "vault", "name": "Vault"},
         "conditions": {"owned_by": {"parameters": {"owner": "string", "asking": "string"},
           "expression": "owner == asking"}},
         "types": {"safe": {"relations": {"opener": "user with owned_by"}}}}
        """);
    String relation = "relations?subject=user:bert&relation=opener&object=safe:s1";
    tenant
        .post(
            "relations",
            """
            {'subject': 'user:bert', 'relation': 'opener', 'object': 'safe:s1', 'named_condition':
              {'name': 'owned_by', 'values': {'owner': 'zmontague@example.com'}}}
            """)
        .statusCode(200);
    erase("{'subject': 'user:zm-4711'}")
        .statusCode(409)
        .body("detail", containsString("condition_values"));
    tenant.delete(relation).statusCode(200);
    erase("{'subject': 'user:zm-4711'}").statusCode(200).body("data.remaining", empty());
    assertThat(Rows.everythingOf(tenant.organization().id().toString()))
        .doesNotContainIgnoringCase("zmontague@example.com");
  }

  @Test
  void whatIsChainedInClearIsReportedByTheNumberOfItsRecord() {
    tenant.post("groups", "{'key': 'zm-4711-team', 'name': 'Staff'}").statusCode(201);
    erase("{'subject': 'user:zm-4711'}")
        .statusCode(409)
        .body("detail", containsString("audit record "))
        .body("detail", not(containsString("zm-4711")));
  }

  @Test
  void aRefusedErasureChangesNothing() throws SQLException {
    String grant = grant("'justification': 'for Zelda Montague'");
    tenant
        .post(
            "grants",
            "{'subject': 'user:zm-4711', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}")
        .statusCode(201);
    platform.suspend(tenant.organization(), tenant.administrator());
    io.iamplane.cli.Commands.Ended ended =
        commands.run(
            "iam:audit:erase-subject",
            "--organization",
            tenant.organization().key(),
            "--subject",
            "user:zm-4711");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("administrator");
    assertThat(Rows.texts("SELECT justification FROM iam_grants WHERE id = '%s'".formatted(grant)))
        .containsExactly("for Zelda Montague");
  }

  @Inject io.iamplane.cli.Commands commands;

  @Test
  void aRepeatedCreationIsRefusedAndMakesNoSecondUser() throws SQLException {
    String body = "{'name': 'Yorick Zweig', 'external_id': 'yz-1'}";
    create("make-yz-1", body).statusCode(201);
    create("other", "{'name': 'Cora', 'external_id': 'cora'}").statusCode(201);
    erase("{'subject': 'user:yz-1'}").statusCode(200).body("data.remaining", empty());

    create("make-yz-1", body).statusCode(409).body("detail", containsString("was executed"));
    create("make-yz-1", "{'name': 'Anybody'}").statusCode(409);
    create("other", "{'name': 'Cora', 'external_id': 'cora'}")
        .statusCode(201)
        .header("Idempotency-Replayed", "true");
    assertThat(tenant.get("users?q=yorick").extract().<List<Object>>path("data")).isEmpty();
    assertThat(
            Rows.texts(
                "SELECT idempotency_key FROM iam_idempotent_answers WHERE answer IS NULL"
                    + " AND organization_id = '%s'".formatted(tenant.organization().id())))
        .singleElement()
        .satisfies(key -> assertThat(key).matches("[0-9a-f]{64}"));
  }

  @Test
  void whoIsCalledAlikeKeepsTheirName() {
    String other = tenant.made("users", "{'name': 'Zelda Montague', 'external_id': 'other'}");
    erase("{'subject': 'user:zm-4711'}").statusCode(200);
    tenant.get("users/" + other).body("data.name", equalTo("Zelda Montague"));
    tenant
        .get("audit/events?type=iam.user.created&target=user:" + other)
        .body("data[0].after.name", equalTo("Zelda Montague"));
  }

  private ValidatableResponse create(String key, String body) {
    return tenant
        .request()
        .header("Idempotency-Key", key)
        .contentType("application/json")
        .body(body.replace('\'', '"'))
        .post(AdminTenant.PATH + "users")
        .then();
  }

  private String grant(String more) {
    return tenant.made(
        "grants",
        "{'subject': 'user:%s', 'privilege_type': 'role', 'privilege_key': 'iam:user-manager', %s}"
            .formatted(bert, more));
  }

  private void deliveryWhoseAnswerNames(String answer) throws SQLException {
    String webhook =
        tenant
            .post(
                "webhooks",
                "{'url': 'https://hooks.example.com/in', 'event_filters': ['iam.group.*']}")
            .statusCode(201)
            .extract()
            .path("data.id");
    tenant.made("groups", "{'key': 'told', 'name': 'Told'}");
    fanOut.all();
    assertThat(
            Rows.update(
                """
                UPDATE iam_webhook_deliveries SET last_error = '%1$s', attempts =
                  '[{"at": "2026-01-01T00:00:00Z", "duration_ms": 1, "status_code": 404,
                    "error": "HTTP 404", "response": "%1$s"}]'
                WHERE webhook_id = '%2$s'
                """
                    .formatted(answer, webhook)))
        .isPositive();
  }

  private ValidatableResponse erase(String body) {
    return tenant.post("audit/erase-subject", body);
  }
}
