package io.iamplane.peer;

import java.util.List;

/**
 * A name of a type: a relation, a permission, or both.
 *
 * @param subjects what may be stored; empty when nothing may
 * @param expression from what it follows; {@link PeerExpression.Direct} stands for the subjects
 */
public record PeerRelation(
    String name, List<PeerSubject> subjects, PeerExpression expression, FilePlace place) {
  public PeerRelation {
    subjects = List.copyOf(subjects);
  }
}
