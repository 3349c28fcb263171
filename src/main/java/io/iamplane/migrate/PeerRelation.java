package io.iamplane.migrate;

import java.util.List;

/**
 * A name of a type: a relation, a permission, or both.
 *
 * @param subjects the allowed subjects of stored relations; empty if none may be stored
 * @param expression its definition; {@link PeerExpression.Direct} stands for the subjects
 */
public record PeerRelation(
    String name, List<PeerSubject> subjects, PeerExpression expression, FilePlace place) {
  public PeerRelation {
    subjects = List.copyOf(subjects);
  }
}
