package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Recording;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.relation.RelationSource.Sign;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** The subjects with privileged rights, which no rule of an identity provider gives or opens. */
@Singleton
public class PrivilegedSubjects {

  private final Judgements judgements;
  private final CatalogReader catalog;
  private final RelationService relations;

  PrivilegedSubjects(Judgements judgements, CatalogReader catalog, RelationService relations) {
    this.judgements = judgements;
    this.catalog = catalog;
    this.relations = relations;
  }

  /** Returns true if a person is among those of {@link #among}. */
  public boolean contain(Recording recording, SubjectRef person) {
    return !among(recording, List.of(person)).isEmpty();
  }

  /**
   * Finds those of some people and groups that hold such a right by a grant or a relation, or pass
   * one on, also through other groups. Grants to everyone do not count.
   */
  public Set<SubjectRef> among(Recording recording, Collection<SubjectRef> some) {
    Set<SubjectRef> found = new HashSet<>();
    judgements.judge(
        recording,
        judgement -> select(judgement, some, Sign.GIVES, PrivilegedSubjects::given, found));
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
        judgement -> select(judgement, some, Sign.GIVES, PrivilegedSubjects::given, found));
    return found;
  }

  /**
   * Finds those of some groups whose members such a right is kept from: by a denial, or because a
   * model excludes them.
   */
  public Set<SubjectRef> keptFrom(Recording recording, Collection<SubjectRef> groups) {
    Set<SubjectRef> found = new HashSet<>();
    judgements.judge(
        recording,
        judgement -> select(judgement, groups, Sign.TAKES, PrivilegedSubjects::denied, found));
    return found;
  }

  private static boolean given(Judgement judgement, SubjectRef subject) {
    return !judgement.reader().own(subject).isEmpty();
  }

  private static boolean denied(Judgement judgement, SubjectRef group) {
    return !judgement.reader().denied(group).isEmpty();
  }

  private void select(
      Judgement judgement,
      Collection<SubjectRef> some,
      Sign sign,
      BiPredicate<Judgement, SubjectRef> byGrant,
      Set<SubjectRef> found) {
    RelationHolders holders =
        some.isEmpty() || RelationRights.bound(judgement).isEmpty()
            ? null
            : new RelationHolders(
                relations,
                judgement,
                new RelationRights(judgement, catalog.applications(judgement.organization())));
    some.stream()
        .filter(each ->
            byGrant.test(judgement, each)
                || (holders != null && isByRelations(holders, each, sign)))
        .forEach(found::add);
  }

  private static boolean isByRelations(RelationHolders holders, SubjectRef subject, Sign sign) {
    return !holders.held(subject, sign).isEmpty()
        || (subject.type().equals(SubjectRef.GROUP)
            && !holders.throughMembersForAll(subject, sign).isEmpty());
  }
}
