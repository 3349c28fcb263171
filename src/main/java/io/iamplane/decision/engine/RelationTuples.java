package io.iamplane.decision.engine;

import io.iamplane.decision.engine.TupleUses.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tuples of one relation of an object that has many. Up to {@link #FEW} are one array; beyond
 * that, subjects are found by name, and only usersets and wildcards are looked through.
 */
final class RelationTuples implements Keyed {

  static final int FEW = 32;
  private static final Tuple[] NO_TUPLES = {};

  /** Holds all of them until the maps hold any. */
  private final Tuple[] few;

  private final KeyedMap<Bucket> direct;
  private final KeyedMap<Bucket> others;

  private final int relation;

  private RelationTuples(
      int relation, Tuple[] few, KeyedMap<Bucket> direct, KeyedMap<Bucket> others) {
    this.relation = relation;
    this.few = few;
    this.direct = direct;
    this.others = others;
  }

  private static RelationTuples none(int relation) {
    return new RelationTuples(relation, NO_TUPLES, KeyedMap.empty(), KeyedMap.empty());
  }

  @Override
  public long key() {
    return relation;
  }

  boolean isFew() {
    return direct.isEmpty() && others.isEmpty();
  }

  public Tuple @Nullable [] direct(Ref subject) {
    return tuples(direct, subject.number());
  }

  public Tuple @Nullable [] everyone(Ref wildcard) {
    return tuples(others, wildcard.number());
  }

  private static Tuple @Nullable [] tuples(KeyedMap<Bucket> map, long key) {
    Bucket bucket = map.get(key);
    return bucket == null ? null : bucket.tuples();
  }

  /** The usersets, and wildcards among them. Copies. */
  public Tuple[] usersets() {
    return collect(new ArrayList<>(), others).toArray(NO_TUPLES);
  }

  /** Copies when they are spread. */
  Tuple[] all() {
    return isFew() ? few : collect(collect(new ArrayList<>(), others), direct).toArray(NO_TUPLES);
  }

  /** Every one, in no order. The consumer may end it by an exception. */
  void forEach(Consumer<Tuple> consumer) {
    for (Tuple tuple : few) {
      consumer.accept(tuple);
    }
    Consumer<Bucket> each =
        bucket -> {
          for (Tuple tuple : bucket.tuples()) {
            consumer.accept(tuple);
          }
        };
    others.forEach(each);
    direct.forEach(each);
  }

  private static List<Tuple> collect(List<Tuple> into, KeyedMap<Bucket> from) {
    from.forEach(bucket -> into.addAll(List.of(bucket.tuples())));
    return into;
  }

  static RelationTuples with(@Nullable RelationTuples before, Tuple tuple, Object owner) {
    RelationTuples set = before == null ? none(tuple.relation()) : before;
    if (set.isFew() && set.few.length < FEW) {
      return new RelationTuples(set.relation, FactId.with(set.few, tuple), set.direct, set.others);
    }
    RelationTuples spread = set;
    if (set.isFew()) {
      spread = none(set.relation);
      for (Tuple each : set.few) {
        spread = spread.spread(each, owner);
      }
    }
    return spread.spread(tuple, owner);
  }

  private RelationTuples spread(Tuple tuple, Object owner) {
    return tuple.isDirect()
        ? new RelationTuples(
            relation, NO_TUPLES, Bucket.add(direct, key(tuple), tuple, owner), others)
        : new RelationTuples(
            relation, NO_TUPLES, direct, Bucket.add(others, key(tuple), tuple, owner));
  }

  /** Null when none is left. */
  @Nullable RelationTuples without(Tuple tuple, Object owner) {
    if (isFew()) {
      Tuple[] left = FactId.without(few, tuple);
      return left.length == 0 ? null : new RelationTuples(relation, left, direct, others);
    }
    RelationTuples left =
        tuple.isDirect()
            ? new RelationTuples(
                relation, few, Bucket.remove(direct, key(tuple), tuple, owner), others)
            : new RelationTuples(
                relation, few, direct, Bucket.remove(others, key(tuple), tuple, owner));
    return left.isFew() ? null : left;
  }

  boolean has(Ref subject, int subjectRelation) {
    long key = key(subject, subjectRelation);
    return tuples(direct, key) != null || tuples(others, key) != null;
  }

  private static long key(Tuple tuple) {
    return key(tuple.subject(), tuple.subjectRelation());
  }

  private static long key(Ref subject, int subjectRelation) {
    return (long) subjectRelation << 32 | subject.number();
  }
}
