package io.iamplane.decision.engine.index;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tuples of one relation of an object that has many. Up to {@link #FEW} are one array; beyond
 * that, subjects are found by name, and only usersets and wildcards are looked through.
 */
public final class RelationTuples {

  static final int FEW = 32;
  private static final RelationTuples NONE =
      new RelationTuples(new Tuple[0], LongMap.empty(), LongMap.empty());

  /** Holds all of them until the maps hold any. */
  private final Tuple[] few;

  private final LongMap<Tuple[]> direct;
  private final LongMap<Tuple[]> others;

  private RelationTuples(Tuple[] few, LongMap<Tuple[]> direct, LongMap<Tuple[]> others) {
    this.few = few;
    this.direct = direct;
    this.others = others;
  }

  boolean isFew() {
    return direct.isEmpty() && others.isEmpty();
  }

  /** The tuples whose subject is this very name. */
  public Tuple @Nullable [] direct(Ref subject) {
    return direct.get(subject.number());
  }

  /** The tuples whose subject is this wildcard. */
  public Tuple @Nullable [] everyone(Ref wildcard) {
    return others.get(wildcard.number());
  }

  /** The usersets, and wildcards among them. Copies. */
  public Tuple[] usersets() {
    return collect(new ArrayList<>(), others).toArray(NONE.few);
  }

  /** All of them. Copies when they are spread. */
  Tuple[] all() {
    return isFew()
        ? few
        : collect(collect(new ArrayList<>(), others), direct).toArray(NONE.few);
  }

  private static List<Tuple> collect(List<Tuple> into, LongMap<Tuple[]> from) {
    from.forEach(tuples -> into.addAll(List.of(tuples)));
    return into;
  }

  static RelationTuples with(@Nullable RelationTuples before, Tuple tuple, Object owner) {
    RelationTuples set = before == null ? NONE : before;
    if (set.isFew() && set.few.length < FEW) {
      return new RelationTuples(Tuples.with(set.few, tuple), set.direct, set.others);
    }
    RelationTuples spread = set;
    if (set.isFew()) {
      spread = NONE;
      for (Tuple each : set.few) {
        spread = spread.spread(each, owner);
      }
    }
    return spread.spread(tuple, owner);
  }

  private RelationTuples spread(Tuple tuple, Object owner) {
    return tuple.isDirect()
        ? new RelationTuples(NONE.few, add(direct, tuple, owner), others)
        : new RelationTuples(NONE.few, direct, add(others, tuple, owner));
  }

  /** Null when none is left. */
  @Nullable RelationTuples without(Tuple tuple, Object owner) {
    if (isFew()) {
      Tuple[] left = Tuples.without(few, tuple);
      return left.length == 0 ? null : new RelationTuples(left, direct, others);
    }
    RelationTuples left =
        tuple.isDirect()
            ? new RelationTuples(few, remove(direct, tuple, owner), others)
            : new RelationTuples(few, direct, remove(others, tuple, owner));
    return left.isFew() ? null : left;
  }

  private static LongMap<Tuple[]> add(LongMap<Tuple[]> map, Tuple tuple, Object owner) {
    Tuple[] before = map.get(key(tuple));
    Tuple[] after = before == null ? new Tuple[] {tuple} : Tuples.with(before, tuple);
    return map.put(key(tuple), after, owner);
  }

  private static LongMap<Tuple[]> remove(LongMap<Tuple[]> map, Tuple tuple, Object owner) {
    Tuple[] before = map.get(key(tuple));
    if (before == null) {
      throw Tuples.absent(tuple);
    }
    Tuple[] after = Tuples.without(before, tuple);
    return after.length == 0 ? map.remove(key(tuple), owner) : map.put(key(tuple), after, owner);
  }

  private static long key(Tuple tuple) {
    return (long) tuple.subjectRelation() << 32 | tuple.subject().number();
  }
}
