package io.iamplane.escalation;

import io.iamplane.change.Recording;
import io.iamplane.escalation.RelationRights.Bound;
import io.iamplane.escalation.RelationUses.Use;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The subjects with privileged rights, which no rule of an identity provider gives or opens. */
@Singleton
public class PrivilegedSubjects {

  private final Judgements judgements;
  private final RelationPower relations;

  PrivilegedSubjects(Judgements judgements, RelationPower relations) {
    this.judgements = judgements;
    this.relations = relations;
  }

  public boolean contain(Recording recording, SubjectRef person) {
    return !among(recording, List.of(person)).isEmpty();
  }

  /**
   * Finds those of some people and groups that hold such a right by a grant or a relation, or pass
   * one on, also through other groups. Grants to everyone do not count.
   */
  public Set<SubjectRef> among(Recording recording, Collection<SubjectRef> some) {
    Set<SubjectRef> found = new HashSet<>();
    judgements.judge(recording, judgement -> select(judgement, some, this::holds, found));
    return found;
  }

  /** The same outside a change, by the present policy. */
  public Set<SubjectRef> among(
      OrganizationId organization, Collection<SubjectRef> some, Instant at) {
    Set<SubjectRef> found = new HashSet<>();
    judgements.judge(
        organization,
        Caller.job(organization, "sign-in", organization.toString()),
        at,
        judgement -> select(judgement, some, this::holds, found));
    return found;
  }

  /**
   * Finds those of some groups whose members such a right is kept from: by a denial, or because a
   * model excludes them.
   */
  public Set<SubjectRef> keptFrom(Recording recording, Collection<SubjectRef> groups) {
    Set<SubjectRef> found = new HashSet<>();
    judgements.judge(recording, judgement -> select(judgement, groups, this::isKept, found));
    return found;
  }

  private interface Test {
    boolean test(Judgement judgement, RelationRights rights, SubjectRef subject);
  }

  private void select(
      Judgement judgement, Collection<SubjectRef> some, Test test, Set<SubjectRef> found) {
    RelationRights rights = relations.rights(judgement);
    some.stream().filter(each -> test.test(judgement, rights, each)).forEach(found::add);
  }

  private boolean holds(Judgement judgement, RelationRights rights, SubjectRef subject) {
    return !judgement.reader().own(subject).isEmpty()
        || rights.bounds().stream().anyMatch(bound -> gives(rights, bound, subject));
  }

  private boolean isKept(Judgement judgement, RelationRights rights, SubjectRef group) {
    return !judgement.reader().denied(List.of(group)).isEmpty()
        || rights.bounds().stream().anyMatch(bound -> takes(rights, bound, group));
  }

  /** Each way counts of a group, as the guard demands the right of who adds a member. */
  private static boolean gives(RelationRights rights, Bound bound, SubjectRef subject) {
    return rights.mayHold(bound, subject)
        || (subject.type().equals(SubjectRef.GROUP)
            && rights.uses(bound, subject).stream().anyMatch(use -> !use.takes()));
  }

  private static boolean takes(RelationRights rights, Bound bound, SubjectRef group) {
    return rights.uses(bound, group).stream().anyMatch(Use::takes);
  }
}
