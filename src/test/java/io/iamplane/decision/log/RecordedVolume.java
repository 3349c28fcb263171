package io.iamplane.decision.log;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;

/** Writes many decisions into the log, made by the present policy, as if they were of some time. */
@ApplicationScoped
public class RecordedVolume {

  private final StoredBlocks blocks;
  private final DecisionService decisions;
  private final RequestBudgets budgets;

  RecordedVolume(StoredBlocks blocks, DecisionService decisions, RequestBudgets budgets) {
    this.blocks = blocks;
    this.decisions = decisions;
    this.budgets = budgets;
  }

  /**
   * Records decisions, evenly spread.
   *
   * @param from the time of the first
   * @param length until the last
   */
  public void record(
      OrganizationId organization,
      int number,
      Instant from,
      Duration length,
      IntFunction<DecisionRequest> requests) {
    PolicyView view = decisions.policy(organization, 0);
    PolicySnapshot policy = Objects.requireNonNull(view.policy()).snapshot();
    DecisionRecords records = new DecisionRecords(Set.of(), _ -> policy, 4_096);
    FlushBuilder builder = new FlushBuilder();
    Asking asking = Decisions.asking(organization);
    List<LoggedDecision> some = new ArrayList<>();
    try (RequestBudget budget = budgets.openSimulation(organization, Duration.ofMinutes(10))) {
      for (int i = 0; i < number; i++) {
        Instant at = from.plusNanos(length.toNanos() / number * i / 1_000 * 1_000);
        DecisionRequest request = requests.apply(i);
        Decision decision = decisions.judge(view, request, budget, at);
        some.add(records.of(new MadeDecision(id(at, i), at, asking, request, decision)));
        if (some.size() == FlushBuilder.PER_BLOCK || i == number - 1) {
          blocks.insert(builder.of(some, List.of()).blocks());
          some.clear();
        }
      }
    }
  }

  /** UUID version 7 (RFC 9562, section 5.7). */
  private static UUID id(Instant at, int number) {
    return new UUID(at.toEpochMilli() << 16 | 0x7000L, 0x8000_0000_0000_0000L | (long) number << 8);
  }
}
