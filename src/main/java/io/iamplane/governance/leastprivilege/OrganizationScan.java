package io.iamplane.governance.leastprivilege;

import io.iamplane.database.Transactions;
import io.iamplane.governance.leastprivilege.Proving.Claim;
import io.iamplane.governance.leastprivilege.Proving.Proved;
import io.iamplane.governance.leastprivilege.Recommendation.Status;
import io.iamplane.governance.leastprivilege.RecommendationWriting.Step;
import io.iamplane.governance.leastprivilege.RecommendationWriting.Written;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.finding.Findings;
import io.iamplane.governance.leastprivilege.finding.Findings.Found;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the findings in one organization with the present recommendations, proves new ones, and
 * settles the rest.
 */
@Singleton
class OrganizationScan {

  /** Others wait for the next run: each has a policy of its own while it is proved. */
  private static final int MOST_NEW = 5_000;

  private static final Duration TIME = Duration.ofHours(1);

  private final Findings findings;
  private final Proving proving;
  private final RecommendationStore store;
  private final RecommendationWriting writing;
  private final Transactions transactions;
  private final LeastPrivilegeConfig config;

  OrganizationScan(
      Findings findings,
      Proving proving,
      RecommendationStore store,
      RecommendationWriting writing,
      Transactions transactions,
      LeastPrivilegeConfig config) {
    this.findings = findings;
    this.proving = proving;
    this.store = store;
    this.writing = writing;
    this.transactions = transactions;
    this.config = config;
  }

  record Recommended(Written written, long replayed, long stale) {}

  private record Key(RecommendationType type, String target) {

    static Key of(Recommendation each) {
      return new Key(each.type(), each.target());
    }
  }

  /** Looks; all decisions were counted up to {@code until}. */
  Recommended run(OrganizationId organization, Instant until, Instant now) {
    Found found = findings.find(organization, until, config.usedFrom(until));
    Map<Key, Recommendation> standing = new HashMap<>();
    transactions
        .call(() -> store.standing(organization))
        .forEach(each -> standing.put(Key.of(each), each));
    List<Claim> claims = claims(found.candidates(), standing, until);
    Proved proved =
        proving.prove(
            new Proving.Base(found.policy(), found.grants(), until),
            claims,
            new Proving.Bounds(LeastPrivilegeConfig.MAX_DECISIONS, TIME, false));
    List<Step> steps = new ArrayList<>(gone(found.candidates(), standing, now));
    proved.claims().forEach(claim -> settle(claim, standing, now, steps));
    return new Recommended(writing.write(organization, steps), proved.decisions(), found.stale());
  }

  private List<Claim> claims(
      List<Candidate> candidates, Map<Key, Recommendation> standing, Instant until) {
    List<Claim> claims = new ArrayList<>();
    int begun = 0;
    for (Candidate candidate : candidates) {
      Recommendation known = standing.get(new Key(candidate.type(), candidate.target()));
      Proof proof = proof(candidate, known, until);
      if (proof != null && (isOpen(known, candidate) || begun++ < MOST_NEW)) {
        claims.add(new Claim(candidate, proof));
      }
    }
    return claims;
  }

  private static boolean isOpen(@Nullable Recommendation known, Candidate candidate) {
    return known != null
        && known.status() == Status.OPEN
        && known.change().equals(candidate.change());
  }

  /** Returns the proof to continue; null if the candidate needs none. */
  private @Nullable Proof proof(
      Candidate candidate, @Nullable Recommendation known, Instant until) {
    Instant from = LeastPrivilegeConfig.windowFrom(until);
    if (candidate.change().changesNothing()) {
      return known != null && known.status() == Status.DISMISSED
          ? null
          : new Proof(from, until, from, 0, 0, 0);
    }
    if (known == null) {
      return Proof.begin(from, until);
    }
    boolean same = known.change().equals(candidate.change());
    return switch (known.status()) {
      case DISMISSED, ACCEPTED, RESOLVED -> null;
      case OPEN -> same ? known.proof() : Proof.begin(from, until);
      case PROVING -> same ? known.proof().within(from) : Proof.begin(from, until);
      case REFUTED -> same && known.proof().until().isAfter(from) ? null : Proof.begin(from, until);
    };
  }

  private static List<Step> gone(
      List<Candidate> candidates, Map<Key, Recommendation> standing, Instant now) {
    Set<Key> found = new HashSet<>();
    candidates.forEach(each -> found.add(new Key(each.type(), each.target())));
    List<Step> steps = new ArrayList<>();
    standing.forEach((key, each) -> {
      if (!found.contains(key)) {
        switch (each.status()) {
          case OPEN -> steps.add(new Step(each, each.ended(Status.RESOLVED, null, null, now)));
          case PROVING, REFUTED -> steps.add(new Step(each, null));
          case DISMISSED, ACCEPTED, RESOLVED -> {
            // People decided, or it ended.
          }
        }
      }
    });
    return steps;
  }

  private static void settle(
      Claim claim, Map<Key, Recommendation> standing, Instant now, List<Step> steps) {
    Candidate candidate = claim.candidate();
    Recommendation known = standing.get(new Key(candidate.type(), candidate.target()));
    if (known == null) {
      steps.add(new Step(null, Recommendation.of(candidate, claim.proof(), now)));
      return;
    }
    Recommendation next = known.with(candidate, claim.proof());
    if (known.status() != Status.OPEN
        || (isOpen(known, candidate) && next.status() == Status.OPEN)) {
      steps.add(new Step(known, next));
      return;
    }
    steps.add(new Step(known, known.ended(Status.RESOLVED, null, null, now)));
    if (!isOpen(known, candidate)) {
      steps.add(new Step(null, Recommendation.of(candidate, claim.proof(), now)));
    }
  }
}
