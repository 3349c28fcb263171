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
import java.util.concurrent.atomic.AtomicBoolean;

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

  /**
   * Returns true if a person holds such a right by a grant or a relation, or a group passes one on,
   * also through other groups. Grants to everyone do not count.
   */
  public boolean contain(Recording recording, SubjectRef subject) {
    AtomicBoolean found = new AtomicBoolean();
    judgements.judge(recording, judgement -> found.set(holds(judgement, subject)));
    return found.get();
  }

  /** The same outside a change, by the present policy. */
  public boolean contain(OrganizationId organization, SubjectRef subject, Instant at) {
    AtomicBoolean found = new AtomicBoolean();
    Caller job = Caller.job(organization, "sign-in", subject.toString());
    judgements.judge(organization, job, at, judgement -> found.set(holds(judgement, subject)));
    return found.get();
  }

  /**
   * Returns true if membership in a group keeps such a right from someone: by a denial, or because
   * a model excludes the members.
   */
  public boolean areKeptFrom(Recording recording, SubjectRef group) {
    AtomicBoolean found = new AtomicBoolean();
    judgements.judge(
        recording,
        judgement ->
            found.set(
                !judgement.reader().denied(group).isEmpty()
                    || byRelations(judgement, group, Sign.TAKES)));
    return found.get();
  }

  private boolean holds(Judgement judgement, SubjectRef subject) {
    return !judgement.reader().own(subject).isEmpty()
        || byRelations(judgement, subject, Sign.GIVES);
  }

  private boolean byRelations(Judgement judgement, SubjectRef subject, Sign sign) {
    if (RelationRights.bound(judgement).isEmpty()) {
      return false;
    }
    RelationRights rights =
        new RelationRights(judgement, catalog.applications(judgement.organization()));
    RelationHolders holders = new RelationHolders(relations, judgement, rights);
    return !holders.held(subject, sign).isEmpty()
        || (subject.type().equals(SubjectRef.GROUP)
            && !holders.throughMembersForAll(subject, sign).isEmpty());
  }
}
