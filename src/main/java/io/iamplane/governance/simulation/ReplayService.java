package io.iamplane.governance.simulation;

import io.iamplane.decision.DecisionService;
import io.iamplane.directory.user.UserService;
import io.iamplane.governance.simulation.report.Reached;
import io.iamplane.governance.simulation.report.Tally;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes recorded decisions again, by the versions of the policy that made them. */
@Singleton
class ReplayService {

  private final Simulations simulations;
  private final DecisionService decisions;
  private final UserService users;
  private final RecordedLog log;

  ReplayService(
      Simulations simulations, DecisionService decisions, UserService users, RecordedLog log) {
    this.simulations = simulations;
    this.decisions = decisions;
    this.users = users;
    this.log = log;
  }

  /**
   * Replays.
   *
   * @throws IamException VALIDATION naming the place in the body; TOO_MANY_REQUESTS when too many
   *     run; DEPENDENCY_UNAVAILABLE when the policy cannot be loaded
   */
  SimulationView replay(OrganizationId organization, @Nullable DecisionsBody body) {
    RecordedWindow window = log.window(body);
    return simulations.run(
        organization,
        (bench, budget) -> {
          Tally tally = new Tally(Map.of());
          ReplayTrial trial = new ReplayTrial(decisions, bench, erased(organization));
          Reached reached = log.read(organization, window, trial, budget, tally);
          return new SimulationView(bench.present().version(), tally.replayed(reached), null);
        });
  }

  private Set<String> erased(OrganizationId organization) {
    return users.erased(organization).stream()
        .map(SubjectRef::toString)
        .collect(Collectors.toUnmodifiableSet());
  }
}
