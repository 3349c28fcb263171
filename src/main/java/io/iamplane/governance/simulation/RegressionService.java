package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.simulation.draft.DraftBody;
import io.iamplane.governance.simulation.draft.DraftReader;
import io.iamplane.governance.simulation.draft.PolicyDraft;
import io.iamplane.governance.simulation.probe.AskedProbe;
import io.iamplane.governance.simulation.probe.ProbeBody;
import io.iamplane.governance.simulation.probe.ProbeService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tests a policy by probes. Writes nothing. */
@Singleton
class RegressionService {

  private final Simulations simulations;
  private final DecisionService decisions;
  private final ProbeService probes;
  private final DraftReader drafts;

  RegressionService(
      Simulations simulations, DecisionService decisions, ProbeService probes, DraftReader drafts) {
    this.simulations = simulations;
    this.drafts = drafts;
    this.decisions = decisions;
    this.probes = probes;
  }

  /**
   * Asks probes.
   *
   * @throws IamException EXPECTATION_FAILED naming each probe that is answered otherwise than
   *     expected; VALIDATION naming the place in the body, also when there is no probe at all;
   *     TOO_MANY_REQUESTS when too many run, or it takes longer than it may
   */
  RegressionView run(OrganizationId organization, RegressionRequest request) {
    List<AskedProbe> asked =
        request.probes() == null ? probes.saved(organization) : read(request.probes());
    if (asked.isEmpty()) {
      throw IamException.validation(
          "probes",
          request.probes() == null ? "required because no probes are saved" : "must not be empty");
    }
    return simulations.run(
        organization,
        (bench, budget) ->
            test(
                asked,
                drafts.read(organization, bench, DraftBody.orEmpty(request.draft())),
                budget));
  }

  private RegressionView test(List<AskedProbe> asked, PolicyDraft draft, RequestBudget budget) {
    ProbeTrial trial = new ProbeTrial(decisions, budget, simulations.now());
    Map<String, List<String>> failures = trial.failures(asked, draft.after());
    if (budget.isOver()) {
      throw IamException.of(
          ErrorCode.TOO_MANY_REQUESTS,
          "Testing the probes takes longer than one request may; test fewer at a time.");
    }
    if (!failures.isEmpty()) {
      throw IamException.unexpected(failures);
    }
    return new RegressionView(draft.version(), asked.size());
  }

  private static List<AskedProbe> read(@Nullable List<ProbeBody> bodies) {
    List<AskedProbe> asked = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; bodies != null && i < bodies.size(); i++) {
      String place = "probes[" + i + "].";
      if (!names.add(bodies.get(i).name())) {
        throw IamException.validation(
            place + "name", "already used by another probe in the request");
      }
      asked.add(AskedProbe.read(bodies.get(i), place + "question"));
    }
    return asked;
  }
}
