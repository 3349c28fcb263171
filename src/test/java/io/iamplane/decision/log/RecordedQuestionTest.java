package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.recorded.RecordedDecisions;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A question is read from its record as it was asked. */
class RecordedQuestionTest {

  private static final OrganizationId TENANT = OrganizationId.next();

  private final RecordedDecisions reader = new RecordedDecisions(new ObjectMapper());

  static Stream<DecisionRequest> questions() {
    Map<String, Object> values = new HashMap<>();
    values.put("long", 9_007_199_254_740_993L);
    values.put("double", 5.0);
    values.put("text", "half \ud800, quote \" and \n");
    values.put("list", Arrays.asList(1L, null, List.of("a"), Map.of("b", true)));
    values.put("null", null);
    return Stream.of(
        DecisionRequest.of(Party.of("user", "ann"), new Asked.Permission("app:read", null), null),
        new DecisionRequest(
            new Party("user", "a:b", values),
            new Asked.Permission("read", "app"),
            new Party("doc", "1:2", values),
            values,
            values,
            Aal.AAL3),
        DecisionRequest.of(
            Party.of("agent", "x"), new Asked.Relation("viewer", null), Party.of("doc", "1")),
        DecisionRequest.of(
            Party.of("user", "x"), new Asked.Action("open", "app"), Party.of("", "bare")));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void theQuestionIsTheSame(DecisionRequest question) {
    RecordedDecision recorded = read(question, Set.of(), true, ReasonCode.EXPLICIT_DENY);
    assertThat(recorded.request()).isEqualTo(question);
    assertThat(recorded.at()).isEqualTo(Decisions.NOW);
    assertThat(recorded.version()).isEqualTo(7);
    assertThat(recorded.reason()).isEqualTo("explicit_deny");
    assertThat(recorded.outcome()).isEqualTo(Outcome.DENY);
    assertThat(recorded.obstacle()).isNull();
    assertThat(recorded.unknown()).isNull();
  }

  /** All other inputs of the decision were recorded. */
  @Test
  void onlyAMissingInputThatIsReadIsAnObstacle() {
    DecisionRequest question =
        Decisions.request(
            Map.of("pin", "1234", "amount", 5L, "card", Map.of("pin", "9", "kind", "debit")));
    RecordedDecision recorded = read(question, Set.of("pin"), true, ReasonCode.EXPLICIT_DENY);
    Map<String, Object> context = recorded.request().context();

    assertThat(context.get("amount")).isEqualTo(5L);
    assertThat(context.containsKey("pin")).as("that it is there is known").isTrue();
    Map<?, ?> card = (Map<?, ?>) context.get("card");
    assertThat(card.get("kind")).isEqualTo("debit");
    assertThat(recorded.unknown()).isNull();
    assertThat(context.get("pin")).isNotNull();
    assertThat(recorded.unknown()).isEqualTo(Obstacle.INPUTS_REDACTED);
    assertThat(recorded.unknown()).as("asked again").isNull();
    assertThat(card.equals(Map.of())).isFalse();
    assertThat(card).as("as a whole").isNotEmpty();
    assertThat(recorded.unknown()).isEqualTo(Obstacle.INPUTS_REDACTED);
  }

  @Test
  void ofOmittedInputsNothingIsKnown() {
    RecordedDecision recorded =
        read(Decisions.request(Map.of()), Set.of(), false, ReasonCode.EXPLICIT_DENY);
    assertThat(recorded.unknown()).isNull();
    assertThat(recorded.request().context().containsKey("amount")).isFalse();
    assertThat(recorded.unknown()).isEqualTo(Obstacle.INPUTS_OMITTED);
    assertThat(recorded.request().subject().properties().get("level")).isNull();
    assertThat(recorded.unknown()).isEqualTo(Obstacle.INPUTS_OMITTED);
  }

  @ParameterizedTest
  @EnumSource(ReasonCode.class)
  void denialsWithoutALookAtThePolicyAreNotAskedAgain(ReasonCode reason) {
    RecordedDecision recorded = read(Decisions.request(Map.of()), Set.of(), true, reason);
    assertThat(recorded.reason()).isEqualTo(reason.wire());
    assertThat(recorded.obstacle() != null)
        .isEqualTo(
            Set.of(
                    ReasonCode.DEPENDENCY_UNAVAILABLE,
                    ReasonCode.POLICY_VERSION_UNAVAILABLE,
                    ReasonCode.DEADLINE_EXCEEDED,
                    ReasonCode.DECISION_LOG_FULL,
                    ReasonCode.INTERNAL_ERROR)
                .contains(reason));
  }

  @Test
  void whatIsNoRecordIsRefused() {
    for (String line : List.of("", "{}", "[]", "{\"id\": \"x\"}")) {
      assertThatThrownBy(() -> reader.read(line.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(RuntimeException.class);
    }
  }

  private RecordedDecision read(
      DecisionRequest question, Set<String> redact, boolean complete, ReasonCode reason) {
    return reader.read(
        Decisions.text(
            new DecisionText(redact),
            Decisions.made(question, reason),
            AskedName.UNKNOWN,
            question.subject().id(),
            complete));
  }
}
