package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.governance.anomaly.Observation.Kind;
import io.iamplane.governance.anomaly.Observation.Result;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionObservationsTest {

  private final DecisionObservations records =
      new DecisionObservations(key -> key.endsWith(":purge"));

  private Optional<Observation> read(String record) {
    return records.read(record.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static String record(String outcome, String reason, String key) {
    return "{'id': '1', 'at': '2026-01-05T09:00:00.123456Z', 'kind': 'check', 'outcome': '%s',"
            .formatted(outcome)
        + " 'reason_code': '%s', 'matched': [{'type': 'grant', 'key': 'x', 'id': '2'}],"
            .formatted(reason)
        + " 'subject': 'user:ann', 'application': 'app', 'key': '%s',".formatted(key)
        + " 'asked': {'type': 'permission', 'name': 'app:x', 'subject': 'user:eve'},"
        + " 'context': {'outcome': 'allow', 'key': 'app:y', 'subject': 'user:eve'}}";
  }

  @Test
  void onlyTheRecordsOwnMembersCount() {
    assertThat(read(record("deny", "no_matching_grant", "app:read")))
        .contains(
            new Observation(
                Instant.parse("2026-01-05T09:00:00.123456Z"),
                Kind.DECISION,
                "user:ann",
                "app:read",
                false,
                Result.DENY));
    assertThat(read(record("allow", "granted_by_grant", "app:purge")))
        .hasValueSatisfying(seen -> {
          assertThat(seen.result()).isEqualTo(Result.PERMIT);
          assertThat(seen.privileged()).isTrue();
        });
  }

  /** A closed set: failures of the service say nothing about the subject. */
  @ParameterizedTest
  @EnumSource(ReasonCode.class)
  void anOutageIsNoDenial(ReasonCode reason) {
    Set<ReasonCode> outage =
        Set.of(
            ReasonCode.POLICY_VERSION_UNAVAILABLE,
            ReasonCode.DEPENDENCY_UNAVAILABLE,
            ReasonCode.DECISION_LOG_FULL,
            ReasonCode.DEADLINE_EXCEEDED,
            ReasonCode.INTERNAL_ERROR);
    assertThat(read(record("deny", reason.wire(), "app:read")))
        .hasValueSatisfying(seen ->
            assertThat(seen.result())
                .isEqualTo(outage.contains(reason) ? Result.UNAVAILABLE : Result.DENY));
  }

  @Test
  void whoIsAskedToAuthenticateAgainIsLeftOut() {
    assertThat(read(record("step_up", "step_up_required", "app:read"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{'subject': 'user:ann', 'key': 'app:read'}",
        "{'at': 'today', 'subject': 'user:ann', 'key': 'app:read'}",
        "{'at': '2026-01-05T09:00:00Z', 'subject': 'user:ann', 'key': ''}",
        "{'at': '2026-01-05T09:00:00Z', 'subj"
      })
  void whatIsNoRecordIsLeftOut(String record) {
    assertThat(read(record)).isEmpty();
  }
}
