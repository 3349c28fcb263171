package io.iamplane.governance.leastprivilege;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.snapshot.OtherPolicies;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.proof.ChangeDrafts;
import io.iamplane.governance.leastprivilege.proof.ChangeReplay;
import io.iamplane.governance.leastprivilege.proof.ChangeTrial;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.iamplane.governance.simulation.recorded.Reached;
import io.iamplane.governance.simulation.recorded.RecordedLog;
import io.iamplane.governance.simulation.recorded.RecordedWindow;
import io.iamplane.grant.Grant;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Proves changes by recorded decisions that were not replayed before. */
@Singleton
class Proving {

  private static final Logger LOG = Logger.getLogger(Proving.class);

  private final OtherPolicies policies;
  private final RequestBudgets budgets;
  private final ChangeDrafts drafts;
  private final RecordedLog log;
  private final DecisionService decisions;

  Proving(
      OtherPolicies policies,
      RequestBudgets budgets,
      ChangeDrafts drafts,
      RecordedLog log,
      DecisionService decisions) {
    this.policies = policies;
    this.budgets = budgets;
    this.drafts = drafts;
    this.log = log;
    this.decisions = decisions;
  }

  /**
   * The policy that changes start from, its active grants, and the moment after the last decision
   * that is replayed.
   */
  record Base(TenantPolicy policy, List<Grant> grants, Instant now) {}

  /**
   * The limits of a proof.
   *
   * @param most decisions older than the earlier proof
   * @param ofRequest true if the present request is waiting for it
   */
  record Bounds(long most, Duration time, boolean ofRequest) {}

  record Claim(Candidate candidate, Proof proof) {}

  /**
   * The result of a proof: the claims with a possible change, in order, with their proofs, and the
   * number of decisions read.
   */
  record Proved(List<Claim> claims, long decisions) {}

  /** Proves on, as far as the bounds allow. */
  Proved prove(Base base, List<Claim> claims, Bounds bounds) {
    try (RequestBudget budget = budget(base.policy().organization(), bounds);
        PolicyWorkbench bench = policies.open(base.policy(), budget)) {
      return new Run(base, bounds, budget, bench).prove(claims);
    }
  }

  private RequestBudget budget(OrganizationId organization, Bounds bounds) {
    return bounds.ofRequest()
        ? budgets.openSimulation(organization, bounds.time())
        : budgets.openJob(organization, bounds.time());
  }

  /** One run. For one thread. */
  private final class Run {

    private final Base base;
    private final Bounds bounds;
    private final RequestBudget budget;
    private final PolicyWorkbench bench;
    private final PolicyView present;
    private final Map<UUID, Grant> grants;
    private long looked;

    Run(Base base, Bounds bounds, RequestBudget budget, PolicyWorkbench bench) {
      this.base = base;
      this.bounds = bounds;
      this.budget = budget;
      this.bench = bench;
      this.present = new PolicyView(base.policy(), ReasonCode.POLICY_VERSION_UNAVAILABLE);
      this.grants =
          base.grants().stream()
              .collect(Collectors.toMap(grant -> grant.id().value(), Function.identity()));
    }

    Proved prove(List<Claim> claims) {
      List<ChangeTrial> trials = new ArrayList<>();
      for (Claim claim : claims) {
        ChangeTrial trial = trial(claim);
        if (trial != null) {
          trials.add(trial);
        }
      }
      later(trials);
      earlier(trials);
      return new Proved(
          trials.stream().map(trial -> new Claim(trial.candidate(), trial.proof())).toList(),
          looked);
    }

    private @Nullable ChangeTrial trial(Claim claim) {
      RecommendedChange change = claim.candidate().change();
      try {
        return new ChangeTrial(
            claim.candidate(),
            change.changesNothing()
                ? present
                : drafts.of(base.policy().organization(), bench, change, grants, base.now()),
            claim.proof());
      } catch (IamException e) {
        LOG.infof(
            "could not draft the change for %s: %s", claim.candidate().target(), e.getMessage());
        return null;
      }
    }

    /** Replays the decisions after the proofs. */
    private void later(List<ChangeTrial> trials) {
      trials.stream()
          .filter(trial -> trial.proof().until().isBefore(base.now()))
          .collect(Collectors.groupingBy(trial -> trial.proof().until()))
          .forEach((until, some) -> {
            Reached reached = read(some, until, base.now(), Long.MAX_VALUE);
            if (!reached.completeFrom().isAfter(until)) {
              some.forEach(trial -> trial.later(base.now(), reached.decisions()));
            }
          });
    }

    /** Replays the decisions before the proofs. */
    private void earlier(List<ChangeTrial> trials) {
      trials.stream()
          .filter(trial -> trial.proof().losesNothing() && !trial.proof().holds())
          .collect(Collectors.groupingBy(trial -> unread(trial.proof())))
          .forEach((part, some) -> {
            Reached reached = read(some, part.from(), part.completeFrom(), bounds.most());
            some.forEach(trial -> trial.earlier(reached.completeFrom(), reached.decisions()));
          });
    }

    private Proof unread(Proof proof) {
      return new Proof(proof.from(), base.now(), proof.completeFrom(), 0, 0, 0);
    }

    private Reached read(List<ChangeTrial> trials, Instant from, Instant until, long most) {
      Set<String> subjects = subjects(trials);
      Reached reached =
          log.read(
              base.policy().organization(),
              new RecordedWindow(from, until, null, most),
              subjects,
              new ChangeReplay(decisions, present, trials, subjects),
              budget);
      looked += reached.decisions();
      return reached;
    }

    /** Returns the subjects of decisions that the changes may concern; empty: all. */
    private Set<String> subjects(List<ChangeTrial> trials) {
      Set<String> subjects = new HashSet<>();
      for (ChangeTrial trial : trials) {
        for (UUID id : trial.candidate().change().revoke()) {
          SubjectRef subject = Objects.requireNonNull(grants.get(id)).subject();
          boolean single =
              !subject.id().equals("*")
                  && (subject.type().equals("user") || subject.type().equals("service_account"));
          if (!single) {
            return Set.of();
          }
          subjects.add(subject.toString());
        }
      }
      return subjects;
    }
  }
}
