package io.iamplane.decision.authzen;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The answer to an evaluation: bare, unless the request asks for more. */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"decision", "context"})
public record EvaluationAnswer(boolean decision, @Nullable Context context) {

  private static final String STEP_UP = "step-up";

  /** The explanation that the request asked for. */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Context(
      @Nullable String reasonCode,
      @Nullable UUID decisionId,
      @Nullable Long policyVersion,
      @Nullable List<Matched> matched,
      @Nullable List<Obligation> obligations,
      @Nullable Fault error) {}

  /** The deciding grant or relation of the model. */
  @RegisterForReflection
  public record Matched(String type, String key, String id) {

    static Matched of(Match match) {
      return new Matched(match.type(), match.key(), match.id());
    }
  }

  /** An obligation that the caller must fulfil to be allowed. */
  @RegisterForReflection
  public record Obligation(String type, @JsonProperty("acr_values") List<Aal> acrValues) {}

  /** The error of an item of a batch. */
  @RegisterForReflection
  public record Fault(int status, String message) {}

  static EvaluationAnswer of(DecisionAnswer answer, AuthzenEvaluation asked) {
    Decision decision = answer.decision();
    List<Obligation> obligations = obligations(decision, asked);
    if (!asked.explain() && obligations == null) {
      return new EvaluationAnswer(decision.allowed(), null);
    }
    Context context =
        asked.explain()
            ? new Context(
                decision.reason().wire(),
                answer.id(),
                decision.policyVersion(),
                decision.matched().stream().map(Matched::of).toList(),
                obligations,
                null)
            : new Context(null, null, null, null, obligations, null);
    return new EvaluationAnswer(decision.allowed(), context);
  }

  /** An item that cannot be evaluated is denied, and the others are not. */
  static EvaluationAnswer of(BadEvaluation fault) {
    return new EvaluationAnswer(
        false, new Context(null, null, null, null, null, new Fault(400, fault.text())));
  }

  private static @Nullable List<Obligation> obligations(
      Decision decision, AuthzenEvaluation asked) {
    Aal required = decision.requiredAal();
    return decision.requiresStepUp() && required != null && asked.obligations().contains(STEP_UP)
        ? List.of(new Obligation(STEP_UP, List.of(required)))
        : null;
  }
}
