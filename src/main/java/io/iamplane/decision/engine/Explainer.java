package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.Explanation.Candidate;
import io.iamplane.decision.engine.question.Explanation.Nearest;
import io.iamplane.decision.engine.question.Explanation.Verdict;
import io.iamplane.decision.engine.question.Match;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a request a second time with a trace and without short cuts: every grant gets its
 * verdict. Ends at the step limit with a partial result.
 */
record Explainer(
    PolicySnapshot snapshot,
    DecisionRequest request,
    Decision decision,
    WorkBudget budget,
    Consumer<Throwable> defects) {

  /** Orders by the check that failed, as {@link Verdict} lists them: a later one is closer. */
  private static final Comparator<Candidate> CLOSEST =
      Comparator.comparing(Candidate::verdict).reversed().thenComparing(Candidate::id);

  Explanation explain(Instant now) {
    Workspace workspace = new Workspace();
    Recorder recorder = new Recorder(snapshot, workspace.attributes(), request.relations());
    List<Candidate> candidates = List.of();
    try {
      if (workspace.begin(snapshot, request, now, budget, recorder) == null) {
        workspace.findGroups();
        candidates = workspace.candidates();
        workspace.relationHolds();
      }
    } catch (StepLimit e) {
      // What was found so far is the explanation; the decision says what happened.
    } catch (RuntimeException | StackOverflowError e) {
      defects.accept(e);
    }
    Explanation explanation =
        new Explanation(
            decision,
            recorder.failed(),
            recorder.groups(),
            recorder.walked(),
            recorder.contextual(),
            candidates,
            nearest(candidates, workspace.question()));
    workspace.end();
    return explanation;
  }

  private @Nullable Nearest nearest(List<Candidate> candidates, Question question) {
    return switch (decision.reason()) {
      case EXPLICIT_DENY -> matched("this grant denies it");
      case STEP_UP_REQUIRED ->
          matched("requires " + Objects.requireNonNull(decision.requiredAal()).wire());
      case NO_MATCHING_GRANT, CONDITION_CONTEXT_MISSING, CONDITION_CONTEXT_INVALID ->
          candidates.stream()
              .filter(each -> !each.deny())
              .min(CLOSEST)
              .map(each -> new Nearest(each.id(), each.privilege(), words(each.verdict())))
              .orElseGet(() -> smallest(question));
      case GRANTED_BY_GRANT,
          GRANTED_BY_RELATION,
          SUBJECT_INACTIVE,
          SUBJECT_UNKNOWN,
          SUBJECT_IS_A_SET,
          PERMISSION_UNKNOWN,
          APPLICATION_UNKNOWN,
          POLICY_VERSION_UNAVAILABLE,
          DEPENDENCY_UNAVAILABLE,
          DECISION_LOG_FULL,
          DEADLINE_EXCEEDED,
          DEPTH_EXCEEDED,
          RESOURCE_REQUIRED,
          RESOURCE_TYPE_MISMATCH,
          INTERNAL_ERROR ->
          null;
    };
  }

  private Nearest matched(String missing) {
    Match match = decision.matched().getFirst();
    return new Nearest(match.type().equals("grant") ? match.id() : null, match.key(), missing);
  }

  /** The subject holds nothing of the kind: the privilege that would give the least besides. */
  private @Nullable Nearest smallest(Question question) {
    CatalogPermission permission = question.permission();
    if (permission == null) {
      return null;
    }
    int privilege = snapshot.catalog().smallestWith(permission);
    return new Nearest(
        null, snapshot.privileges().privilege(privilege).key(), "not granted to the subject");
  }

  private static String words(Verdict verdict) {
    return switch (verdict) {
      case COUNTED -> "counted";
      case NOT_ACTIVE -> "suspended or revoked";
      case NOT_YET_VALID -> "not yet valid";
      case EXPIRED -> "expired";
      case NOT_ACTIVATED -> "not activated";
      case OTHER_APPLICATION -> "restricted to another application";
      case OUT_OF_SCOPE -> "restricted to other resources";
      case UNCERTAIN -> "depends on a membership or parent whose condition cannot be evaluated";
      case CONDITION_FALSE -> "its condition is false";
      case CONDITION_ERROR -> "its condition cannot be evaluated";
    };
  }
}
