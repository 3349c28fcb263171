package io.iamplane.database;

import java.util.List;
import java.util.stream.Stream;

/** What a {@link SharedTransaction} writes, for another transaction to write in its place. */
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
   * A parcel.
   *
   * @param first begin with what fails unless the tenant stands where it is taken to stand
   */
  static Parcel of(List<Write> first, List<Write> others) {
    return new Parcel(Write.merged(Stream.concat(first.stream(), others.stream()).toList()));
  }

  List<Write> writes() {
    return writes;
  }

  /** About how many characters and bytes it holds, without what has a fixed length. */
  int size() {
    return size;
  }

  /** How many rows it writes, of all tables. */
  int rows() {
    return rows;
  }
}
