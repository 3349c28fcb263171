package io.iamplane.escalation;

import io.iamplane.change.Recording;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;

/** The subjects with privileged rights, which no rule of an identity provider gives or opens. */
@Singleton
public class PrivilegedSubjects {

  private final Judgements judgements;
  private final RelationPower relations;

  PrivilegedSubjects(Judgements judgements, RelationPower relations) {
    this.judgements = judgements;
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
    RelationRights rights = relations.rights(judgement);
    return rights.bounds().stream().anyMatch(bound -> rights.mayHold(bound, subject));
  }
}
