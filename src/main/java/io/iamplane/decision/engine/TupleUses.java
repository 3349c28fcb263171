package io.iamplane.decision.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The relations of one subject, memberships aside, for lists that walk from a subject towards
 * objects. Up to {@link #FEW} of them are one array; beyond that they are found by object, so that
 * a change of a folder with a million documents costs as little as one of a folder with two.
 */
final class TupleUses {

  static final int FEW = 128;
  private static final Tuple[] NO_TUPLES = {};

  /** Holds all of them until the map holds any. */
  private final Tuple[] few;

  private final KeyedMap<Bucket> many;

  /** The relations to one object, or with one subject, by its key. */
  record Bucket(long key, Tuple[] tuples) implements Keyed {

    static KeyedMap<Bucket> add(KeyedMap<Bucket> map, long key, Tuple tuple, Object owner) {
      Bucket before = map.get(key);
      Tuple[] after = before == null ? new Tuple[] {tuple} : FactId.with(before.tuples, tuple);
      return map.put(new Bucket(key, after), owner);
    }

    /**
     * @throws IllegalStateException when the tuple is not there
     */
    static KeyedMap<Bucket> remove(KeyedMap<Bucket> map, long key, Tuple tuple, Object owner) {
      Bucket before = map.get(key);
      if (before == null) {
        throw tuple.absent();
      }
      Tuple[] after = FactId.without(before.tuples, tuple);
      return after.length == 0 ? map.remove(key, owner) : map.put(new Bucket(key, after), owner);
    }
  }

  private TupleUses(Tuple[] few, KeyedMap<Bucket> many) {
    this.few = few;
    this.many = many;
  }

  /** Goes through all, in no order. The consumer may end it by an exception. */
  void forEach(Consumer<Tuple> consumer) {
    each(few, consumer);
    many.forEach(bucket -> each(bucket.tuples(), consumer));
  }

  private static void each(Tuple[] tuples, Consumer<Tuple> consumer) {
    for (Tuple tuple : tuples) {
      consumer.accept(tuple);
    }
  }

  static TupleUses with(@Nullable TupleUses before, Tuple tuple, Object owner) {
    if (before == null) {
      return new TupleUses(new Tuple[] {tuple}, KeyedMap.empty());
    }
    if (before.many.isEmpty() && before.few.length < FEW) {
      return new TupleUses(FactId.with(before.few, tuple), before.many);
    }
    KeyedMap<Bucket> many = before.many;
    for (Tuple each : before.few) {
      many = Bucket.add(many, each.object().number(), each, owner);
    }
    return new TupleUses(NO_TUPLES, Bucket.add(many, tuple.object().number(), tuple, owner));
  }

  /**
   * Null when none is left.
   *
   * @throws IllegalStateException when the tuple is not there
   */
  @Nullable TupleUses without(Tuple tuple, Object owner) {
    if (many.isEmpty()) {
      Tuple[] left = FactId.without(few, tuple);
      return left.length == 0 ? null : new TupleUses(left, many);
    }
    KeyedMap<Bucket> left = Bucket.remove(many, tuple.object().number(), tuple, owner);
    return left.isEmpty() ? null : new TupleUses(NO_TUPLES, left);
  }
}
