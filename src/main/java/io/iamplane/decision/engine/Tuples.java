package io.iamplane.decision.engine;

import java.util.Arrays;

/** Small immutable arrays of tuples. */
final class Tuples {

  private Tuples() {}

  static Tuple[] with(Tuple[] before, Tuple tuple) {
    Tuple[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = tuple;
    return after;
  }

  /**
   * @throws IllegalStateException when no tuple has this id
   */
  static Tuple[] without(Tuple[] before, Tuple tuple) {
    for (int i = 0; i < before.length; i++) {
      if (before[i].hasId(tuple)) {
        Tuple[] after = new Tuple[before.length - 1];
        System.arraycopy(before, 0, after, 0, i);
        System.arraycopy(before, i + 1, after, i, after.length - i);
        return after;
      }
    }
    throw absent(tuple);
  }

  static boolean has(Tuple[] tuples, Ref subject, int subjectRelation, int relation) {
    for (Tuple tuple : tuples) {
      if (tuple.relation() == relation
          && tuple.subjectRelation() == subjectRelation
          && tuple.subject().number() == subject.number()) {
        return true;
      }
    }
    return false;
  }

  static IllegalStateException absent(Tuple tuple) {
    return new IllegalStateException("relation " + tuple.id() + " is not in the snapshot");
  }
}
