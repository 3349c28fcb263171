package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.Explanation.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Evaluates a request a second time with a trace and without short cuts: every grant gets its
 * verdict. Ends at the step limit with a partial result.
 */
final class Explainer {

  private final PolicySnapshot snapshot;
  private final DecisionRequest request;
  private final Decision decision;
  private final WorkBudget budget;
  private final Consumer<Throwable> defects;

  Explainer(
      PolicySnapshot snapshot,
      DecisionRequest request,
      Decision decision,
      WorkBudget budget,
      Consumer<Throwable> defects) {
    this.snapshot = snapshot;
    this.request = request;
    this.decision = decision;
    this.budget = budget;
    this.defects = defects;
  }

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
            new NearestGrant(snapshot, decision, workspace.question()).among(candidates));
    workspace.end();
    return explanation;
  }
}
