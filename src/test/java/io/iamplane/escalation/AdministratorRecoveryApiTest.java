package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Secret;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The platform makes an administrator for a tenant that has none, and enters no other. */
@QuarkusTest
class AdministratorRecoveryApiTest {

  private static final String ADMINISTERED =
      "The organization already has an active administrator.";
  private static final String EVENT = "iam.organization.administrator_recovered";

  @Inject TestPlatform platform;
  @Inject GuardedTenant guarded;
  private String token;

  @BeforeEach
  void aPlatformAdministrator() {
    token = platform.platformToken();
  }

  @Test
  void aVacantTenantGetsAnAdministratorAndOnlyOne() {
    Organization tenant = platform.tenant();
    Response made = recover(tenant.key(), null);
    made.then()
        .statusCode(201)
        .body("data.client_secret", notNullValue())
        .body("data.has_secret", equalTo(true));
    platform
        .as(platform.token(client(made)))
        .get(AdminTenant.PATH + "users")
        .then()
        .statusCode(200);
    recover(tenant.id().toString(), null)
        .then()
        .statusCode(409)
        .body("detail", equalTo(ADMINISTERED));
  }

  @Test
  void anAdministeredTenantIsClosedToThePlatform() throws SQLException {
    String id = guarded.tenant().organization().id().toString();
    List<String> before = clientsOf(id);
    recover(id, null).then().statusCode(409).body("detail", equalTo(ADMINISTERED));
    assertThat(clientsOf(id)).isEqualTo(before);
    assertThat(recordsOf(id)).isEmpty();
  }

  @Test
  void whoHoldsTheRoleInsideAGroupCountsToo() {
    Organization tenant = platform.tenant();
    Response made = recover(tenant.key(), null);
    AdminTenant administrator = new AdminTenant(platform).as(platform.token(client(made)));
    administrator.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    String group =
        administrator.post("groups", "{'key': 'ops', 'name': 'Ops'}").extract().path("data.id");
    administrator.made(
        "grants",
        "{'subject': 'group:%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
            .formatted(group));
    administrator
        .post("groups/ops/members", "{'member_type': 'user', 'member_id': 'ann'}")
        .statusCode(201);
    String account = made.<String>path("data.subject").split(":")[1];
    administrator.delete("service-accounts/" + account).statusCode(200);
    recover(tenant.key(), null).then().statusCode(409).body("detail", equalTo(ADMINISTERED));
  }

  /** Else: suspend a tenant, make an administrator while it has none, and bring it back. */
  @Test
  void suspendingATenantOpensNoDoor() throws SQLException {
    String id = guarded.tenant().organization().id().toString();
    platform.as(token).delete(AdminTenant.PATH + "organizations/" + id).then().statusCode(200);
    recover(id, null)
        .then()
        .statusCode(409)
        .body("detail", equalTo("The organization is suspended; reactivate it first."));
    assertThat(recordsOf(id)).isEmpty();
    platform
        .as(token)
        .contentType(ContentType.JSON)
        .body("{\"status\": \"active\"}")
        .patch(AdminTenant.PATH + "organizations/" + id)
        .then()
        .statusCode(200);
    recover(id, null).then().statusCode(409).body("detail", equalTo(ADMINISTERED));
  }

  @Test
  void whoMayDoLessIsNoAdministrator() {
    Organization tenant = platform.tenant();
    platform.clientWithoutRights(tenant);
    recover(tenant.key(), null).then().statusCode(201);
  }

  @Test
  void recordedAndAnnouncedOnBothSides() throws SQLException {
    Organization tenant = platform.tenant();
    Response made = recover(tenant.key(), null);
    String clientId = made.path("data.client_id");
    List<String> events =
        Rows.texts(
            "SELECT organization_id FROM iam_outbox_messages WHERE event_type = '%s' AND body LIKE"
                    .formatted(EVENT)
                + " '%"
                + clientId
                + "%' AND body LIKE '%\"risk_level\":\"critical\"%'");
    assertThat(events)
        .containsExactlyInAnyOrder(tenant.id().toString(), platform.platform().id().toString());
    platform
        .as(platform.token(client(made)))
        .get(AdminTenant.PATH + "audit/events?type=" + EVENT)
        .then()
        .statusCode(200)
        .body("data.size()", equalTo(1));
    String secret = made.path("data.client_secret");
    assertThat(Rows.everythingOf(tenant.id().toString())).doesNotContain(secret);
  }

  @Test
  void aRepeatedRequestIsAnsweredAsTheFirst() {
    Organization tenant = platform.tenant();
    String again = UUID.randomUUID().toString();
    String secret = recover(tenant.key(), again).path("data.client_secret");
    recover(tenant.key(), again)
        .then()
        .statusCode(201)
        .header("Idempotency-Replayed", "true")
        .body("data.client_secret", equalTo(secret));
  }

  @Test
  void manyAtOnceMakeOne() throws Exception {
    Organization tenant = platform.tenant();
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      calls.add(() -> recover(tenant.key(), null).statusCode());
    }
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> call : threads.invokeAll(calls)) {
        statuses.add(call.get());
      }
    }
    assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
    assertThat(clientsOf(tenant.id().toString())).hasSize(1);
  }

  @Test
  void thePlatformItselfIsRecoveredByACommandAlone() {
    recover(platform.platform().key(), null).then().statusCode(409);
    recover("no-such-organization", null).then().statusCode(404);
  }

  @Test
  void noTenantRecoversAnother() {
    Organization vacant = platform.tenant();
    guarded
        .tenant()
        .post("organizations/" + vacant.key() + "/recover-administrator", "{}")
        .statusCode(404);
  }

  private Response recover(String organization, String idempotencyKey) {
    var request = platform.as(token).contentType(ContentType.JSON).body("{}");
    if (idempotencyKey != null) {
      request.header("Idempotency-Key", idempotencyKey);
    }
    return request.post(
        AdminTenant.PATH + "organizations/" + organization + "/recover-administrator");
  }

  private static List<String> clientsOf(String organization) throws SQLException {
    return Rows.texts(
        "SELECT client_id FROM iam_clients WHERE organization_id = '%s' ORDER BY client_id"
            .formatted(organization));
  }

  private static List<String> recordsOf(String organization) throws SQLException {
    return Rows.texts(
        "SELECT event_type FROM iam_outbox_messages WHERE organization_id = '%s' AND event_type = '%s'"
            .formatted(organization, EVENT));
  }

  private static IssuedClient client(Response made) {
    return new IssuedClient(
        made.path("data.client_id"), new Secret(made.path("data.client_secret")));
  }
}
