package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The relations of one object. Up to {@link #FEW} of them are one array; beyond that they are split
 * by relation, so that an object with a million viewers still finds its parent at once.
 */
final class TupleSet {

  static final int FEW = 16;
  private static final TupleSet NONE = new TupleSet(new Tuple[0], null);

  private final Tuple[] few;
  private final @Nullable KeyedMap<RelationTuples> many;

  private TupleSet(Tuple[] few, @Nullable KeyedMap<RelationTuples> many) {
    this.few = few;
    this.many = many;
  }

  /** All tuples of a relation, and perhaps others; copies when the relation is spread. */
  public Tuple[] of(int relation) {
    if (many == null) {
      return few;
    }
    RelationTuples tuples = many.get(relation);
    return tuples == null ? NONE.few : tuples.all();
  }

  /** Every tuple of a relation, in no order. The consumer may end it by an exception. */
  void forEach(int relation, Consumer<Tuple> consumer) {
    RelationTuples tuples = many == null ? null : many.get(relation);
    if (tuples != null) {
      tuples.forEach(consumer);
    } else if (many == null) {
      for (Tuple tuple : few) {
        if (tuple.relation() == relation) {
          consumer.accept(tuple);
        }
      }
    }
  }

  /** The tuples of a relation that has too many to look through; null otherwise. */
  public @Nullable RelationTuples spread(int relation) {
    RelationTuples tuples = many == null ? null : many.get(relation);
    return tuples == null || tuples.isFew() ? null : tuples;
  }

  boolean has(Ref subject, int subjectRelation, int relation) {
    RelationTuples spread = spread(relation);
    return spread == null
        ? Arrays.stream(of(relation))
            .anyMatch(tuple ->
                tuple.relation() == relation
                    && tuple.subjectRelation() == subjectRelation
                    && tuple.subject().number() == subject.number())
        : spread.has(subject, subjectRelation);
  }

  boolean isEmpty() {
    return many == null && few.length == 0;
  }

  static TupleSet with(@Nullable TupleSet before, Tuple tuple, Object owner) {
    TupleSet set = before == null ? NONE : before;
    if (set.many == null && set.few.length < FEW) {
      return new TupleSet(FactId.with(set.few, tuple), null);
    }
    KeyedMap<RelationTuples> split = set.many == null ? split(set.few, owner) : set.many;
    return new TupleSet(set.few, add(split, tuple, owner));
  }

  private static KeyedMap<RelationTuples> split(Tuple[] tuples, Object owner) {
    KeyedMap<RelationTuples> split = KeyedMap.empty();
    for (Tuple tuple : tuples) {
      split = add(split, tuple, owner);
    }
    return split;
  }

  private static KeyedMap<RelationTuples> add(
      KeyedMap<RelationTuples> many, Tuple tuple, Object owner) {
    RelationTuples before = many.get(tuple.relation());
    return many.put(RelationTuples.with(before, tuple, owner), owner);
  }

  /**
   * @throws IllegalStateException when the tuple is not there
   */
  TupleSet without(Tuple tuple, Object owner) {
    if (many == null) {
      return new TupleSet(FactId.without(few, tuple), null);
    }
    RelationTuples before = many.get(tuple.relation());
    if (before == null) {
      throw tuple.absent();
    }
    RelationTuples after = before.without(tuple, owner);
    KeyedMap<RelationTuples> left =
        after == null ? many.remove(tuple.relation(), owner) : many.put(after, owner);
    return left.isEmpty() ? NONE : new TupleSet(NONE.few, left);
  }
}
