package io.iamplane.metrics.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.metrics.audit.AuditCounting;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics of a tenant are its own, and right. */
@QuarkusTest
class MetricsApiTest {

  @Inject TestPlatform platform;
  @Inject FlushedLog log;
  @Inject AuditCounting counting;

  private AdminTenant tenant;

  @BeforeEach
  void aWarehouse() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  @Test
  void grantsAreCountedByHowTheyStand() throws SQLException {
    JsonNode before = AnswerJson.at(tenant.get("metrics/grants").statusCode(200), "/data");
    String clerk = granted("role", "warehouse:clerk", "");
    granted("role", "warehouse:boss", "");
    granted("permission", "warehouse:stock.read", "");
    String ended =
        granted("permission", "warehouse:stock.adjust", ", 'valid_until': '2999-01-01T00:00:00Z'");
    Rows.update(
        "UPDATE iam_grants SET valid_until = now() - interval '1 hour', created_at = now() - interval '2 hours'"
            + " WHERE id = '%s'".formatted(ended));
    tenant.post("grants/" + clerk + "/revoke", "{}").statusCode(200);

    for (int folded = 0; folded < 2; folded++) {
      tenant
          .get("metrics/grants")
          .statusCode(200)
          .body("data.active", equalTo(before.path("active").asInt() + 2))
          .body("data.revoked", equalTo(1))
          .body("data.expired", equalTo(1))
          .body("data.privileged", equalTo(before.path("privileged").asInt() + 1))
          .body("data.top_privileged.'warehouse:boss'", equalTo(1))
          .body("data.top_privileged.'warehouse:clerk'", nullValue())
          .body("data.top_privileged.'iam:iam-admin'", notNullValue())
          .body("data.stale", nullValue())
          .body("data.changes.granted", equalTo(before.at("/changes/granted").asInt() + 4))
          .body("data.changes.revoked", equalTo(1))
          .body("data.changes.expired", equalTo(1))
          .body("data.changes.window.interval_seconds", equalTo(21_600));
      counting.fold();
    }
  }

  @Test
  void recordsOfTheAuditLogAreCountedByTypeAndRisk() {
    tenant.made("users", "{'name': 'Bob'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");

    for (int folded = 0; folded < 2; folded++) {
      JsonNode data = AnswerJson.at(tenant.get("metrics/audit").statusCode(200), "/data");
      assertThat(data.at("/by_event_type/iam.user.created").asInt()).isEqualTo(2);
      assertThat(data.at("/by_event_type/iam.group.created").asInt()).isEqualTo(1);
      assertThat(data.path("by_event_type").size()).isLessThanOrEqualTo(20);
      int byRisk = 0;
      for (JsonNode each : data.path("by_risk_level")) {
        byRisk += each.asInt();
      }
      assertThat(byRisk).isEqualTo(data.path("total").asInt());
      assertThat(data.at("/integrity/valid").isNull()).isTrue();
      assertThat(data.path("outbox_lag_seconds").asInt()).isZero();
      assertThat(data.path("dlq_size").asInt()).isZero();
      counting.fold();
    }
    long records = AnswerJson.at(tenant.get("metrics/audit"), "/data/total").asLong();
    tenant.made("users", "{'name': 'Eve'}");
    tenant.get("metrics/audit").body("data.total", equalTo((int) records + 1));
  }

  @Test
  void theChainsStateIsShown() {
    tenant.post("audit/checkpoints").statusCode(201);
    tenant.post("audit/verify-chain", "{}").statusCode(200);

    tenant
        .get("metrics/audit")
        .body("data.integrity.valid", equalTo(true))
        .body("data.integrity.cause", nullValue())
        .body("data.integrity.last_checkpoint_at", notNullValue())
        .body("data.integrity.last_checkpoint_seq", notNullValue())
        .body("data.integrity.last_verified_at", notNullValue())
        .body("data.integrity.last_verified_seq", notNullValue());
  }

  @Test
  void decisionsInMetricsAreThoseInTheLog() {
    tenant.allows("user:ann", "warehouse:stock.read");
    tenant.allows("user:nobody", "warehouse:stock.read");
    tenant.allows("user:ann", "made:up");
    log.await();

    List<String> outcomes = new ArrayList<>();
    AnswerJson.at(tenant.get("decisions?limit=100"), "/data")
        .forEach(each -> {
          if (!each.path("application").asText().equals("iam")) {
            outcomes.add(each.path("reason_code").asText());
          }
        });
    assertThat(outcomes)
        .containsExactlyInAnyOrder("no_matching_grant", "subject_unknown", "permission_unknown");
    tenant
        .get("metrics/decisions")
        .body("data.total", equalTo(3))
        .body("data.by_reason.subject_unknown", equalTo(1))
        .body("data.top_denied.'warehouse:stock.read'", equalTo(2))
        .body("data.series", hasSize(1));
    tenant.get("metrics/decisions?app=warehouse").body("data.total", equalTo(2));
    tenant.get("metrics/decisions?app=desk").body("data.total", equalTo(0));
    JsonNode own = AnswerJson.at(tenant.get("metrics/decisions?app=iam"), "/data");
    assertThat(own.path("allow").asInt()).as("what the administrator did").isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"metrics/decisions", "metrics/grants", "metrics/audit"})
  void whoMayNotReadMetricsReadsNoneAndBadWindowsAreNamed(String path) {
    IssuedClient robot = platform.clientWithoutRights(tenant.organization());
    tenant
        .as(platform.token(robot))
        .get(path)
        .statusCode(403)
        .body("detail", containsString("iam:metrics.read"));
    tenant.get(path + "?from=yesterday").statusCode(422).body("errors.from", notNullValue());
    tenant
        .get(path + "?from=2020-01-01T00:00:00Z&to=2020-12-01T00:00:00Z")
        .statusCode(422)
        .body("errors.from[0]", containsString("92 days"));
  }

  private String granted(String type, String key, String more) {
    return tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': '%s', 'privilege_key': '%s'%s}"
            .formatted(type, key, more));
  }
}
