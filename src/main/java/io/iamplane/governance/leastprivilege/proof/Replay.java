package io.iamplane.governance.leastprivilege.proof;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.journal.JournalWalk;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.decision.log.Outcome;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.governance.leastprivilege.use.UseReader;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.recorded.RecordedDecisions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Replays recorded decisions by the present policy and with changes, all changes in one reading. A
 * change removes permits and adds narrower ones in their places. So it can deny only a decision
 * that one of those permits allows: every allowed decision is replayed by the present policy, and,
 * if a permit that a change removes decides it, also with that change.
 */
@Singleton
public class Replay {

  /** The cost of reading a record, in steps of a decision. */
  private static final int STEPS = 40;

  /** For more subjects nearly every block has one of them. */
  private static final int FEW_SUBJECTS = 16;

  private final DecisionJournal journal;
  private final DecisionService decisions;
  private final RecordedDecisions reader;

  Replay(DecisionJournal journal, DecisionService decisions, ObjectMapper mapper) {
    this.journal = journal;
    this.decisions = decisions;
    this.reader = new RecordedDecisions(mapper);
  }

  /**
   * A part of the log to read.
   *
   * @param subjects of decisions that may change; empty: all
   * @param most the number of decisions, or somewhat more
   */
  public record Part(Instant from, Instant until, Set<String> subjects, long most) {}

  /**
   * The progress of a reading.
   *
   * @param from every decision of the part since this time was read
   */
  public record Reached(Instant from, long decisions) {}

  /**
   * Tries some changes, the latest decisions first.
   *
   * @param present the policy that they start from
   * @throws RuntimeException if a block is corrupt: without it no change is proved
   */
  public Reached run(
      OrganizationId organization,
      PolicyView present,
      List<ChangeTrial> trials,
      Part part,
      RequestBudget budget) {
    return new Reading(present, byGrant(trials), part, budget).run(walk(organization, part));
  }

  private JournalWalk walk(OrganizationId organization, Part part) {
    return part.subjects().isEmpty() || part.subjects().size() > FEW_SUBJECTS
        ? journal.walk(organization, part.from(), part.until())
        : journal.walkAbout(organization, part.from(), part.until(), part.subjects());
  }

  private static Map<String, List<ChangeTrial>> byGrant(List<ChangeTrial> trials) {
    Map<String, List<ChangeTrial>> byGrant = new HashMap<>();
    for (ChangeTrial trial : trials) {
      for (UUID grant : trial.change().revoke()) {
        byGrant.computeIfAbsent(grant.toString(), _ -> new ArrayList<>()).add(trial);
      }
    }
    return byGrant;
  }

  /** One reading. For one thread. */
  private final class Reading {

    private final PolicyView present;
    private final Map<String, List<ChangeTrial>> trials;
    private final Part part;
    private final RequestBudget budget;
    private final UseReader heads = new UseReader();
    private long looked;

    Reading(
        PolicyView present,
        Map<String, List<ChangeTrial>> trials,
        Part part,
        RequestBudget budget) {
      this.present = present;
      this.trials = trials;
      this.part = part;
      this.budget = budget;
    }

    Reached run(JournalWalk walk) {
      WalkedBlock block = walk.next();
      while (block != null) {
        if (looked >= part.most() || budget.isOver()) {
          return new Reached(after(block.lastId()), looked);
        }
        if (block.isGone()) {
          throw new IllegalStateException("a block of decisions is not there any more");
        }
        for (byte[] line : block.lines()) {
          look(line);
        }
        if (budget.isOver()) {
          // Its last decisions were denied because the time is over, which says nothing about them.
          return new Reached(after(block.lastId()), looked);
        }
        block = walk.next();
      }
      return new Reached(part.from(), looked);
    }

    private Instant after(UUID last) {
      Instant after = RecordIds.time(last).plusMillis(1);
      return after.isAfter(part.until()) ? part.until() : after;
    }

    private void look(byte[] line) {
      UseReader.Head head = heads.head(line);
      if (head.at().isBefore(part.from()) || !head.at().isBefore(part.until())) {
        return;
      }
      looked++;
      budget.spend(STEPS);
      if (head.allowed()
          && (part.subjects().isEmpty() || part.subjects().contains(head.subject()))) {
        ask(reader.read(line));
      }
    }

    private void ask(RecordedDecision recorded) {
      Decision before = decisions.judge(present, recorded.request(), budget, recorded.at());
      Match now = before.matched().stream().findFirst().orElse(null);
      for (ChangeTrial trial : deciding(now)) {
        Outcome after =
            Outcome.of(
                decisions.judge(trial.after(), recorded.request(), budget, recorded.at()).reason());
        if (!budget.isOver()) {
          trial.count(recorded, recorded.unknown() != null || after != Outcome.of(before.reason()));
        }
      }
      if (recorded.unknown() != null && (now == null || !now.equals(recorded.match()))) {
        // It depends on what was not recorded, so that the one that decided then may be needed.
        deciding(recorded.match()).forEach(trial -> trial.count(recorded, true));
      }
    }

    private List<ChangeTrial> deciding(@Nullable Match match) {
      return match == null ? List.of() : trials.getOrDefault(match.id(), List.of());
    }
  }
}
