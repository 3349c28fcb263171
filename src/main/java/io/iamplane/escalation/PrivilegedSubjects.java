package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Recording;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.relation.RelationSource.Sign;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
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
    judgements.judge(
        recording,
        judgement ->
            found.set(
                !judgement.reader().own(subject).isEmpty() || byRelations(judgement, subject)));
    return found.get();
  }

  private boolean byRelations(Judgement judgement, SubjectRef subject) {
    if (RelationRights.bound(judgement).isEmpty()) {
      return false;
    }
    RelationRights rights =
        new RelationRights(judgement, catalog.applications(judgement.organization()));
    return !new RelationHolders(relations, judgement, rights).held(subject, Sign.GIVES).isEmpty();
  }
}
