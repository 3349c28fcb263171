package io.iamplane.database;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes of a {@link SharedTransaction} that no caller waits for, in their order. They go to the
 * database with the next statement of the transaction of any kind, so that no statement can see
 * that they were postponed.
 */
final class PostponedWrites {

  private final List<Write> all = new ArrayList<>();

  /** The number of writes of completed parts. */
  private int others;

  boolean isEmpty() {
    return all.isEmpty();
  }

  void add(Write write) {
    all.add(write);
  }

  /** Begins the next part; later writes belong to it. */
  void beginPart() {
    others = all.size();
  }

  /** Returns true if the present part postponed any. */
  boolean hasOwn() {
    return all.size() > others;
  }

  /** Drops the writes of the present part, which is undone. */
  void undoPart() {
    all.subList(others, all.size()).clear();
  }

  List<Write> all() {
    return List.copyOf(all);
  }

  /** The writes of completed parts. */
  List<Write> others() {
    return Write.merged(all.subList(0, others));
  }

  /** The writes of the present part. */
  List<Write> own() {
    return Write.merged(all.subList(others, all.size()));
  }

  /** The database carried them out. */
  void sent() {
    all.clear();
    others = 0;
  }
}
