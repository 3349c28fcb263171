package io.iamplane.governance.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Counts events of the present window; windows have equal length. */
final class Window {

  private final long seconds;
  private long number = Long.MIN_VALUE;
  private int count;
  private int largest;

  Window(long seconds) {
    this.seconds = seconds;
  }

  /** Counts one more; a late event counts in the present window. */
  void add(long second) {
    long present = Math.floorDiv(second, seconds);
    if (present > number) {
      number = present;
      count = 0;
    }
    count++;
    largest = Math.max(largest, count);
  }

  int count() {
    return count;
  }

  /** The count of the window that a second falls into; 0 when nothing was counted in it. */
  int count(long second) {
    return Math.floorDiv(second, seconds) == number ? count : 0;
  }

  /** The largest count since this was asked last. */
  int takeLargest() {
    int taken = largest;
    largest = 0;
    return taken;
  }

  void write(DataOutput to) throws IOException {
    to.writeLong(number);
    to.writeInt(count);
    to.writeInt(largest);
  }

  void read(DataInput from) throws IOException {
    number = from.readLong();
    count = from.readInt();
    largest = from.readInt();
  }
}
