package io.iamplane.decision.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The names of each type in the order of their ids, shared by all versions of a tenant's policy
 * until it is reloaded. Names are added and never removed. A version with more names adds them; a
 * version with fewer meets some unknown to it.
 *
 * <p>A large tenant's names are sorted at the load, because that would take too long in a request;
 * others' when a list first needs them. A request sorts the new names, at its own cost. A merge of
 * many new names runs beside the requests and is charged to none: it is linear in all names, so
 * that no request of a very large tenant could pay.
 */
final class NameIndex {

  static final Comparator<Ref> BY_ID = Comparator.comparing(Ref::id);

  /** The number of names that are sorted at the load; fewer take some milliseconds. */
  private static final int LARGE = 16_384;

  /** The number of new names beyond which a merge in the background serves later requests. */
  private static final int MANY = 65_536;

  /** New names are merged once they exceed this part of the whole. */
  private static final int PART = 32;

  /** The number of names visited in the time of a step. */
  private static final int NAMES_PER_STEP = 8;

  private static final Ref[] NONE = {};

  private final Map<Integer, Sorted> byType = new ConcurrentHashMap<>();

  /** The types with a merge in progress. */
  private final Set<Integer> merging = ConcurrentHashMap.newKeySet();

  private final Executor beside;

  /** The state of types without names. */
  private volatile Sorted unnamed = Sorted.NOTHING;

  NameIndex() {
    this(merge -> Thread.ofPlatform().daemon().name("iam-name-index").start(merge));
  }

  /** Takes the runner of merges, one of each type at a time. */
  NameIndex(Executor beside) {
    this.beside = beside;
  }

  /**
   * The names of a type in order.
   *
   * @param names all up to the number {@code merged}
   * @param recent the others, which are far fewer
   */
  private record Sorted(NameLog log, Ref[] names, int merged, Ref[] recent) {
    static final Sorted NOTHING = new Sorted(NameLog.EMPTY, NONE, 0, NONE);

    static Sorted of(NameLog log, Ref[] names) {
      return new Sorted(log, names, log.count(), NONE);
    }

    Sorted inOne() {
      return of(log, NameIndex.merged(names, recent));
    }

    boolean isDue() {
      return recent.length > names.length / PART;
    }

    /** Combines two concurrent results: the merged names of one and the new names of the other. */
    Sorted with(Sorted other) {
      Sorted base = merged >= other.merged ? this : other;
      Sorted more = log.count() >= other.log.count() ? this : other;
      if (more.log.count() <= base.log.count() || !base.log.isOfSameLine(more.log)) {
        return base;
      }
      Ref[] since =
          Arrays.stream(more.recent)
              .filter(name -> name.number() >= base.merged)
              .toArray(Ref[]::new);
      return new Sorted(more.log, base.names, base.merged, since);
    }
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
      byType.put(type, Sorted.of(log, sorted));
    });
    unnamed = Sorted.of(log, NONE);
  }

  /**
   * Begins an iteration over the names of a type in a log, and perhaps later ones; the meter is
   * charged for the sorting, and may end it.
   */
  SortedNames of(NameLog log, int type, WalkMeter meter) {
    Sorted present = present(log, type);
    int more = log.count() - present.log.count();
    if (more > MANY) {
      mergeBeside(log, type);
    }
    if (more > 0) {
      present = keep(type, extended(present, log, type, meter));
    }
    if (present.isDue() && present.names.length < LARGE) {
      meter.charge((present.names.length + present.recent.length) / NAMES_PER_STEP);
      present = keep(type, present.inOne());
    } else if (present.isDue()) {
      mergeBeside(log, type);
    }
    return new SortedNames(present.names, present.recent);
  }

  /** Returns the sorted names usable for a log; other versions may have diverged. */
  private Sorted present(NameLog log, int type) {
    Sorted present = byType.getOrDefault(type, unnamed);
    return present.log.isOfSameLine(log) ? present : Sorted.NOTHING;
  }

  private Sorted keep(int type, Sorted made) {
    return byType.merge(
        type, made, (known, _) -> known.log.isOfSameLine(made.log) ? made.with(known) : made);
  }

  private void mergeBeside(NameLog log, int type) {
    if (merging.add(type)) {
      beside.execute(() -> {
        try {
          Sorted present = present(log, type);
          keep(type, extended(present, log, type, WalkMeter.unbound()).inOne());
        } finally {
          merging.remove(type);
        }
      });
    }
  }

  private static Sorted extended(Sorted present, NameLog log, int type, WalkMeter meter) {
    List<Ref> more = new ArrayList<>();
    for (int i = present.log.count(); i < log.count(); i++) {
      if (i % NAMES_PER_STEP == 0) {
        meter.charge();
      }
      Ref name = log.get(i);
      if (name.type() == type) {
        more.add(name);
      }
    }
    if (more.isEmpty()) {
      return new Sorted(
          present.log.count() < log.count() ? log : present.log,
          present.names,
          present.merged,
          present.recent);
    }
    meter.charge(more.size() + present.recent.length / NAMES_PER_STEP);
    Ref[] added = more.toArray(NONE);
    Arrays.sort(added, BY_ID);
    return new Sorted(log, present.names, present.merged, merged(present.recent, added));
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
