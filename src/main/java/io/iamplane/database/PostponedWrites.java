package io.iamplane.database;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes of a {@link SharedTransaction} whose answers no caller waits for, in their order. They go
 * to the database with the next statement of the transaction, whichever it is, so that no statement
 * can tell that they were postponed.
 */
final class PostponedWrites {

  private final List<Write> all = new ArrayList<>();

  /** How many of them are of parts that are done. */
  private int others;

  boolean isEmpty() {
    return all.isEmpty();
  }

  void add(Write write) {
    all.add(write);
  }

  /** What comes from here on is of another part. */
  void beginPart() {
    others = all.size();
  }

  /** Whether the present part has any. */
  boolean hasOwn() {
    return all.size() > others;
  }

  /** The present part is undone, and with it what it postponed. */
  void undoPart() {
    all.subList(others, all.size()).clear();
  }

  List<Write> all() {
    return List.copyOf(all);
  }

  /** Those of parts that are done. */
  List<Write> others() {
    return Write.merged(all.subList(0, others));
  }

  /** Those of the present part. */
  List<Write> own() {
    return Write.merged(all.subList(others, all.size()));
  }

  /** The database carried them out. */
  void sent() {
    all.clear();
    others = 0;
  }
}
