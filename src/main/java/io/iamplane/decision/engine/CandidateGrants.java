package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Explanation.Candidate;
import io.iamplane.decision.engine.question.Explanation.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every grant that concerns a permission, each with its verdict, for an explanation. */
final class CandidateGrants {

  private final Evaluation evaluation;
  private final Groups groups;
  private final GrantCheck check;

  private record Judged(IndexedGrant grant, Candidate candidate) {}

  private final List<Judged> found = new ArrayList<>();

  CandidateGrants(Evaluation evaluation, Groups groups, GrantCheck check) {
    this.evaluation = evaluation;
    this.groups = groups;
    this.check = check;
  }

  List<Candidate> of(CatalogPermission permission, boolean onlyDenies) {
    add(groups.subject(), permission, onlyDenies, Truth.TRUE);
    add(groups.secondName(), permission, onlyDenies, Truth.TRUE);
    add(groups.everyone(), permission, onlyDenies, Truth.TRUE);
    PolicySnapshot snapshot = evaluation.snapshot();
    for (int i = 0; i < groups.count(); i++) {
      Node group = groups.group(i);
      add(group, permission, onlyDenies, groups.truth(i));
      add(snapshot.second(group), permission, onlyDenies, groups.truth(i));
    }
    found.sort(Comparator.comparing(Judged::grant, IndexedGrant::compareId));
    return found.stream().map(Judged::candidate).toList();
  }

  private void add(
      @Nullable Node subject, CatalogPermission permission, boolean onlyDenies, int truth) {
    if (subject == null || subject.grants() == null) {
      return;
    }
    for (IndexedGrant grant : subject.grants().all()) {
      if (permission.isIn(grant.privilege()) && (grant.isDeny() || !onlyDenies)) {
        Verdict verdict = check.verdict(grant, permission, truth);
        found.add(new Judged(grant, candidate(grant, subject, verdict)));
      }
    }
  }

  private Candidate candidate(IndexedGrant grant, Node subject, Verdict verdict) {
    PolicySnapshot snapshot = evaluation.snapshot();
    return new Candidate(
        grant.id(),
        subject.ref().toSubjectRef(snapshot.symbols()).toString(),
        snapshot.privileges().privilege(grant.privilege()).key(),
        grant.isDeny(),
        verdict);
  }
}
