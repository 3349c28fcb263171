package io.iamplane.decision.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of each type in the order of their ids, shared by all versions of a tenant's policy
 * until it is reloaded: names are added and never go. A version that has more of them adds those;
 * one that has fewer meets some that it does not know.
 *
 * <p>A large tenant's names are sorted when it is loaded, because no request may take that long;
 * those of others when a list first needs them.
 */
final class NameIndex {

  static final Comparator<Ref> BY_ID = Comparator.comparing(Ref::id);

  /** From so many names on, they are sorted with the load; fewer take some milliseconds. */
  private static final int LARGE = 16_384;

  /** What was added since the last sort is merged once it is such a part of the whole. */
  private static final int PART = 16;

  /** How many names are looked through in the time of a step. */
  private static final int NAMES_PER_STEP = 8;

  private static final Ref[] NONE = {};

  private final Map<Integer, Sorted> byType = new ConcurrentHashMap<>();

  /**
   * The names of a type in order.
   *
   * @param log what they were taken from
   * @param recent added later than the others, and far fewer
   */
  private record Sorted(NameLog log, Ref[] names, Ref[] recent) {
    static final Sorted NOTHING = new Sorted(NameLog.EMPTY, NONE, NONE);
  }

  /** Sorts the names of a tenant that was loaded, if they are many. */
  void prepare(NameLog log) {
    if (log.count() < LARGE) {
      return;
    }
    Map<Integer, List<Ref>> types = new HashMap<>();
    for (int i = 0; i < log.count(); i++) {
      Ref name = log.get(i);
      types.computeIfAbsent(name.type(), _ -> new ArrayList<>()).add(name);
    }
    types.forEach((type, names) -> {
      Ref[] sorted = names.toArray(Ref[]::new);
      Arrays.sort(sorted, BY_ID);
      byType.put(type, new Sorted(log, sorted, NONE));
    });
  }

  /**
   * Begins to go through the names of a type that a log has, and perhaps later ones.
   *
   * @param meter is charged for what has to be sorted, and may end it
   */
  SortedNames of(NameLog log, int type, WalkMeter meter) {
    Sorted present = byType.get(type);
    if (present == null || !present.log.isOfSameLine(log)) {
      present = Sorted.NOTHING;
    }
    if (present.log.count() < log.count()) {
      present = extended(present, log, type, meter);
      byType.put(type, present);
    }
    return new SortedNames(present.names, present.recent);
  }

  private static Sorted extended(Sorted present, NameLog log, int type, WalkMeter meter) {
    List<Ref> more = new ArrayList<>(List.of(present.recent));
    for (int i = present.log.count(); i < log.count(); i++) {
      if (i % NAMES_PER_STEP == 0) {
        meter.charge();
      }
      Ref name = log.get(i);
      if (name.type() == type) {
        more.add(name);
      }
    }
    if (more.size() == present.recent.length) {
      return new Sorted(log, present.names, present.recent);
    }
    meter.charge(more.size());
    Ref[] recent = more.toArray(NONE);
    Arrays.sort(recent, BY_ID);
    if (recent.length < present.names.length / PART) {
      return new Sorted(log, present.names, recent);
    }
    meter.charge(present.names.length / NAMES_PER_STEP);
    return new Sorted(log, merged(present.names, recent), NONE);
  }

  private static Ref[] merged(Ref[] some, Ref[] more) {
    Ref[] all = new Ref[some.length + more.length];
    SortedNames both = new SortedNames(some, more);
    for (int i = 0; i < all.length; i++) {
      all[i] = both.next();
    }
    return all;
  }
}
