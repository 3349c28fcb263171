package io.iamplane.decision.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A decision as the wire shows it. Reading only {@code allowed} is safe.
 *
 * @param requiredAal the assurance that the permission requires; null when it is unknown
 * @param matched the deciding grant or relation; empty for none
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DecisionView(
    boolean allowed,
    UUID decisionId,
    long policyVersion,
    boolean requiresStepUp,
    @Nullable Aal requiredAal,
    @Schema(examples = "granted_by_grant") String reasonCode,
    List<MatchView> matched) {

  /** A deciding grant or relation, as {@link Match} has it. */
  @RegisterForReflection
  public record MatchView(String type, String key, String id) {

    static MatchView of(Match match) {
      return new MatchView(match.type(), match.key(), match.id());
    }
  }

  static DecisionView of(DecisionAnswer answer) {
    Decision decision = answer.decision();
    return new DecisionView(
        decision.allowed(),
        answer.id(),
        decision.policyVersion(),
        decision.requiresStepUp(),
        decision.requiredAal(),
        decision.reason().wire(),
        matched(decision.matched()));
  }

  /** Without a stream: a batch has a thousand of these, of one match each. */
  private static List<MatchView> matched(List<Match> matches) {
    return switch (matches.size()) {
      case 0 -> List.of();
      case 1 -> List.of(MatchView.of(matches.getFirst()));
      default -> matches.stream().map(MatchView::of).toList();
    };
  }
}
