package io.iamplane.grant.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rights that wait for their subject: just in time, and in an emergency. */
@QuarkusTest
class GrantActivationApiTest {

  private static final String WHY = "{'justification': 'Incident 4711'%s}";

  @Inject TestPlatform platform;

  private AdminTenant admin;
  private AdminTenant oncall;
  private String name;
  private IssuedClient client;

  @BeforeEach
  void someoneOnCall() {
    admin = new AdminTenant(platform);
    admin.apply("warehouse", AdminTenant.WAREHOUSE);
    client = platform.clientWithoutRights(admin.organization());
    oncall = admin.as(platform.token(client));
    name = platform.subject(client).toString();
  }

  private String grant(String role, String more) {
    return admin.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': '%s' %s}"
            .formatted(name, role, more));
  }

  private String dormant(String role) {
    return grant(role, ", 'activation_required': true");
  }

  private ValidatableResponse activate(String grant, String more) {
    return oncall.post("grants/" + grant + "/activate", WHY.formatted(more));
  }

  @Test
  void aDormantGrantGivesNothingUntilItsSubjectActivatesIt() {
    String grant = dormant("warehouse:clerk");
    assertThat(admin.allows(name, "warehouse:stock.read")).isFalse();
    Instant before = Instant.now();
    String until =
        activate(grant, ", 'duration': 'PT1H'")
            .statusCode(200)
            .body("data.activated_at", notNullValue())
            .extract()
            .path("data.activated_until");
    assertThat(Duration.between(before, Instant.parse(until)))
        .isBetween(Duration.ofMinutes(60), Duration.ofMinutes(61));
    assertThat(admin.allows(name, "warehouse:stock.read")).isTrue();
    activate(grant, "").statusCode(409).body("detail", containsString("already activated"));
    admin
        .get("audit/events?type=iam.activation.opened")
        .body("data", hasSize(1))
        .body("data[0].risk_level", equalTo("high"))
        .body("data[0].after.justification", equalTo("Incident 4711"))
        .body("data[0].after.administrators", hasSize(0));
  }

  /** An activation ends with its grant. */
  @Test
  void anActivationEndsWithItsGrant() {
    String grant = dormant("warehouse:clerk");
    activate(grant, "").statusCode(200);
    admin.post("grants/" + grant + "/revoke").statusCode(200);
    assertThat(admin.allows(name, "warehouse:stock.read")).isFalse();
    activate(grant, "").statusCode(409);
    Instant end = Instant.now().plus(Duration.ofMinutes(10));
    String brief =
        grant(
            "warehouse:clerk", ", 'activation_required': true, 'valid_until': '%s'".formatted(end));
    String until = activate(brief, "").statusCode(200).extract().path("data.activated_until");
    assertThat(Instant.parse(until)).isBeforeOrEqualTo(end);
    platform.suspend(admin.organization(), client);
    assertThat(admin.allows(name, "warehouse:stock.read")).isFalse();
  }

  /**
   * A grant is dormant after its suspension: the reason for its activation was that of another day.
   */
  @Test
  void aReinstatedGrantIsDormant() {
    String grant = dormant("warehouse:clerk");
    activate(grant, "").statusCode(200);
    String campaign =
        admin.made(
            "access-reviews/campaigns",
            "{'name': 'Autumn', 'reviewer_strategy': 'manager', 'on_unconfirmed': 'suspend',"
                + " 'scope_json': {'application_keys': ['warehouse']},"
                + " 'due_at': '2199-01-01T00:00:00Z', 'max_blast_radius': 1}");
    admin.post("access-reviews/campaigns/" + campaign + "/open").statusCode(200);
    admin.post("access-reviews/campaigns/" + campaign + "/close", "{}").statusCode(200);
    admin.get("grants/" + grant).body("data.status", equalTo("suspended"));
    assertThat(admin.allows(name, "warehouse:stock.read")).isFalse();
    activate(grant, "").statusCode(409);
    admin
        .post("grants/" + grant + "/reinstate")
        .statusCode(200)
        .body("data.activated_at", nullValue());
    assertThat(admin.allows(name, "warehouse:stock.read")).isFalse();
    activate(grant, "").statusCode(200);
    assertThat(admin.allows(name, "warehouse:stock.read")).isTrue();
  }

  @Test
  void onlyItsSubjectActivatesAGrant() {
    String grant = dormant("warehouse:clerk");
    String path = "grants/" + grant + "/activate";
    admin.post(path, WHY.formatted("")).statusCode(404);
    new AdminTenant(platform).post(path, WHY.formatted("")).statusCode(404);
    oncall
        .post("grants/" + AdminTenant.UNKNOWN_ID + "/activate", WHY.formatted(""))
        .statusCode(404);
    // A grant of a group is not that of each member.
    admin.made("groups", "{'key': 'crew', 'name': 'Crew'}");
    admin
        .post(
            "groups/crew/members",
            "{'member_type': 'service_account', 'member_id': '%s'}".formatted(name.split(":")[1]))
        .statusCode(201);
    String group = admin.get("groups/crew").extract().path("data.id");
    String shared =
        admin.made(
            "grants",
            "{'subject': 'group:%s', 'privilege_type': 'role', 'privilege_key':".formatted(group)
                + " 'warehouse:clerk', 'activation_required': true}");
    activate(shared, "").statusCode(404);
    admin.get("grants/" + grant).body("data.activated_at", nullValue());
  }

  @Test
  void badActivationsAreRefused() {
    activate(grant("warehouse:boss", ""), "")
        .statusCode(409)
        .body("detail", containsString("does not require activation"));
    String grant = dormant("warehouse:clerk");
    for (String duration : List.of("PT9H", "PT59S", "PT0S", "-PT1H", "an hour")) {
      activate(grant, ", 'duration': '%s'".formatted(duration))
          .statusCode(422)
          .body("errors", hasKey("duration"));
    }
    oncall.post("grants/" + grant + "/activate", "{}").statusCode(422);
    oncall.post("grants/" + grant + "/activate", "{'justification': ' '}").statusCode(422);
    String later =
        grant(
            "warehouse:clerk",
            ", 'activation_required': true, 'valid_from': '2199-01-01T00:00:00Z'");
    activate(later, "").statusCode(409).body("detail", containsString("not currently valid"));
    admin.get("audit/events?type=iam.activation.opened").body("data", hasSize(0));
  }

  /** A privileged role was given to be activated: its subject needs no right to grant it. */
  @Test
  void aPrivilegedRoleCanBeActivated() {
    activate(dormant("warehouse:boss"), "").statusCode(200);
    assertThat(admin.allows(name, "warehouse:stock.adjust")).isTrue();
    activate(dormant("iam:iam-admin"), "").statusCode(200);
    oncall.get("users").statusCode(200);
  }

  @Test
  void inAnEmergencyEveryAdministratorIsNamed() {
    admin
        .post(
            "roles",
            "{'key': 'rescuer', 'label': 'Rescuer', 'includes': ['warehouse:boss'],"
                + " 'is_break_glass': true}")
        .statusCode(201);
    String grant = dormant("rescuer");
    grant("iam:iam-admin", ", 'effect': 'deny'");
    assertThat(admin.allows(name, "warehouse:stock.adjust")).isFalse();
    activate(grant, "").statusCode(200);
    assertThat(admin.allows(name, "warehouse:stock.adjust")).isTrue();
    admin
        .get("audit/events?type=iam.break_glass.opened")
        .body("data", hasSize(1))
        .body("data[0].risk_level", equalTo("critical"))
        .body("data[0].target.id", equalTo(grant))
        .body("data[0].after.break_glass", equalTo(true))
        .body(
            "data[0].after.administrators.id",
            allOf(
                hasItem(platform.subject(admin.administrator()).id()),
                not(hasItem(platform.subject(client).id()))));
    admin
        .get("events?limit=100")
        .statusCode(200)
        .body("data.type", hasItem("iam.break_glass.opened"));
  }

  @Test
  void twoAtTheSameTimeActivateOnce() throws Exception {
    String grant = dormant("warehouse:clerk");
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        answers.add(callers.submit(() -> activate(grant, "").extract().statusCode()));
      }
    }
    List<Integer> statuses = new ArrayList<>();
    for (Future<Integer> answer : answers) {
      statuses.add(answer.get());
    }
    assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
    admin.get("audit/events?type=iam.activation.opened").body("data", hasSize(1));
  }
}
