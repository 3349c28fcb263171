package io.iamplane.database;

import java.util.List;
import java.util.stream.Stream;

/** The writes of one tenant's changes, complete before any of them is sent. */
public final class Parcel {

  private final List<Write> writes;
  private final int rows;
  private final int size;

  private Parcel(List<Write> writes) {
    this.writes = writes;
    this.rows = writes.stream().mapToInt(write -> Math.max(1, write.rows())).sum();
    this.size = writes.stream().mapToInt(Write::size).sum();
  }

  /**
   * Puts the rows of changes, in their order, behind the statements that seal them: the first fails
   * unless the tenant's state is the expected one.
   */
  public static Parcel of(RoundTrip sealing, List<MemoryTransaction> inMemory) {
    return of(sealing.writes(), inMemory.stream().flatMap(each -> each.writes().stream()).toList());
  }

  static Parcel of(List<Write> first, List<Write> others) {
    return new Parcel(Write.merged(Stream.concat(first.stream(), others.stream()).toList()));
  }

  List<Write> writes() {
    return writes;
  }

  /** Counts the characters and bytes of variable length, approximately. */
  int size() {
    return size;
  }

  int rows() {
    return rows;
  }
}
