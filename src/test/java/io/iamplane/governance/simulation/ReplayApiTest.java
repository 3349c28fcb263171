package io.iamplane.governance.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A recorded decision is reproduced by the version of the policy that made it. */
@QuarkusTest
class ReplayApiTest {

  private static final int ROUNDS = 40;
  private static final long SEED = 11;

  private static final String[] CONDITIONS = {
    "",
    ", 'condition': 'context.amount < 10'",
    ", 'condition': 'subject.level == 2'",
    ", 'condition': 'subject.external_id == \\\"ann\\\"'"
  };

  @Inject TestPlatform platform;
  @Inject FlushedLog log;

  private final Random random = new Random(SEED);
  private final List<String> grants = new ArrayList<>();
  private AdminTenant tenant;
  private String staff;
  private int level;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann', 'attributes': {'level': 1}}");
    tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    staff = tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
  }

  @Test
  void everyDecisionComesOutAsItDidAcrossTheChangesInBetween() {
    for (int i = 0; i < ROUNDS; i++) {
      change(i);
      ask();
    }
    JsonNode decisions = replayed("{}");
    assertThat(decisions.path("complete").asBoolean()).isTrue();
    assertThat(decisions.path("evaluated").asInt()).isGreaterThan(ROUNDS * 6);
    assertThat(decisions.path("evaluated")).isEqualTo(decisions.path("read"));
    assertThat(decisions.path("groups")).as("seed %d", SEED).isEmpty();
    assertThat(decisions.path("not_evaluated")).isEmpty();
    assertThat(decisions.path("differences").properties())
        .hasSize(5)
        .allSatisfy(each -> assertThat(each.getValue().asInt()).isZero());
  }

  private void change(int round) {
    switch (random.nextInt(9)) {
      case 0, 1 -> grants.add(tenant.made("grants", grant()));
      case 2 -> revoke();
      case 3 ->
          tenant
              .patch("users/ann", "{'attributes': {'level': %d}}".formatted(++level % 3))
              .statusCode(200);
      case 4 -> tenant.post("users/bob/" + (round % 2 == 0 ? "suspend" : "reactivate"));
      case 5 -> member();
      case 6 ->
          tenant.post(
              "relations",
              "{'subject': 'group:%s#member', 'relation': 'keeper', 'object': 'site:%d'}"
                  .formatted(staff, random.nextInt(3)));
      case 7 ->
          tenant
              .post(
                  "roles",
                  "{'key': 'r%d', 'label': 'R', 'permissions': ['warehouse:stock.*']}"
                      .formatted(round))
              .statusCode(201);
      default -> manifest(round);
    }
  }

  private String grant() {
    return "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:%s', 'effect': '%s'%s}"
        .formatted(
            List.of("user:ann", "user:bob", "group:" + staff, "user:*").get(random.nextInt(4)),
            random.nextBoolean() ? "clerk" : "boss",
            random.nextInt(4) == 0 ? "deny" : "permit",
            CONDITIONS[random.nextInt(CONDITIONS.length)]);
  }

  private void revoke() {
    if (!grants.isEmpty()) {
      String id = grants.remove(random.nextInt(grants.size()));
      tenant.post("grants/" + id + "/revoke").statusCode(200);
    }
  }

  private void member() {
    String body = "{'member_type': 'user', 'member_id': 'ann'}";
    if (tenant.post("groups/staff/members", body).extract().statusCode() == 409) {
      tenant.delete("groups/staff/members?member_type=user&member_id=ann").statusCode(200);
    }
  }

  /** With declared attributes, so that no version on the other side is made from this one. */
  private void manifest(int round) {
    tenant.apply(
        "shop" + round,
        "{'schema': 'iam.manifest.v2', 'app': {'key': 'shop%d', 'name': 'Shop'},".formatted(round)
            + " 'permissions': [{'key': 'order.read'}]"
            + (round % 3 == 0 ? ", 'attributes': {'context': {'amount': 'double'}}" : "")
            + "}");
  }

  private void ask() {
    String context = "'context': {'amount': %d}".formatted(random.nextInt(20));
    String checks = "";
    for (String subject : List.of("user:ann", "user:bob", "user:nobody")) {
      for (String permission : List.of("stock.read", "stock.adjust")) {
        checks +=
            "{'subject': '%s', 'permission': 'warehouse:%s'}, ".formatted(subject, permission);
      }
      checks +=
          "{'subject': '%s', 'relation': 'keeper', 'resource': 'site:%d'}, "
              .formatted(subject, random.nextInt(3));
    }
    tenant
        .post(
            "decisions/batch",
            "{%s, 'checks': [%s{'subject': 'user:ann', 'permission': 'shop3:order.read'}]}"
                .formatted(context, checks))
        .statusCode(200);
  }

  @Test
  void anAnswerThatWasNotThePolicysIsFound() throws Exception {
    tenant.allows("user:ann", "warehouse:stock.read");
    // Nothing undoes the grant then.
    String grant =
        tenant.made(
            "grants",
            "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}");
    Rows.update(
        "UPDATE iam_policy_changes SET target_type = 'client' WHERE target_id = '%s'"
            .formatted(grant));
    JsonNode decisions = replayed("{'application': 'warehouse'}");
    assertThat(decisions.at("/differences/newly_allowed").asInt()).isOne();
    assertThat(decisions.at("/groups/0/cause/reason_before").asText())
        .isEqualTo("no_matching_grant");
    assertThat(decisions.at("/groups/0/cause/id").asText()).isEqualTo(grant);
  }

  @Test
  void whatCannotBeReplayedIsCountedByItsReason() throws Exception {
    tenant.allows("user:ann", "warehouse:stock.read");
    tenant.made("users", "{'name': 'Gone', 'external_id': 'gone'}");
    tenant.allows("user:gone", "warehouse:stock.read");
    tenant.post("audit/erase-subject", "{'subject': 'user:gone'}").statusCode(200);
    JsonNode decisions = replayed("{'application': 'warehouse'}");
    assertThat(decisions.at("/not_evaluated/subject_erased").asInt()).isOne();
    assertThat(decisions.path("evaluated").asInt()).isOne();
    assertThat(decisions.path("groups")).isEmpty();

    Rows.update(
        "DELETE FROM iam_policy_changes WHERE organization_id = '%s' AND version = ("
                .formatted(tenant.organization().id())
            + "SELECT max(version) FROM iam_policy_versions WHERE organization_id = '%s')"
                .formatted(tenant.organization().id()));
    decisions = replayed("{'application': 'warehouse'}");
    assertThat(decisions.at("/not_evaluated/version_not_restored").asInt()).isOne();
    assertThat(decisions.path("evaluated").asInt()).isZero();
  }

  @Test
  void aReplayTakesNoDraft() {
    tenant
        .post(
            "policy/simulate",
            "{'replay': true, 'draft': {'revoke_grants': ['%s']}}"
                .formatted(AdminTenant.UNKNOWN_ID))
        .statusCode(422)
        .body("errors", hasKey("draft"));
    tenant.allows("user:ann", "warehouse:stock.read");
    log.await();
    tenant
        .post("policy/simulate", "{'replay': true, 'draft': {}, 'decisions': {'limit': 0}}")
        .statusCode(200)
        .body("data.decisions.stopped_by", equalTo("decisions"));
  }

  private JsonNode replayed(String decisions) {
    log.await();
    return AnswerJson.at(
        tenant
            .post("policy/simulate", "{'replay': true, 'decisions': %s}".formatted(decisions))
            .statusCode(200),
        "/data/decisions");
  }
}
