package io.iamplane.decision.block;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of a body in short, so that a deflater has a tenth to read: of each record the
 * bytes that differ from the latest one of the same length, since records of one kind have the same
 * members at the same places. {@link RecordDecoder} describes the form.
 */
final class RecordEncoder {

  /** Begins a body in this form; the JSON text of a body of lines begins with a brace. */
  static final byte VERSION = 1;

  /** Records of so many bytes are written whole, so that those to compare with are not large. */
  static final int COMPARED = 2_048;

  /** The number of records to compare with, each at the remainder of its length. */
  static final int PLACES = 256;

  /** Fewer equal bytes than this stay within a difference: a new one has two numbers. */
  private static final int WORTH_A_RUN = 8;

  private static final byte[] BEGINNING = {VERSION};
  private static final int FIRST = 4_096;

  private final BlockDeflater to;
  private final @Nullable byte[][] latest = new byte[PLACES][];
  private byte[] out = new byte[FIRST];
  private int length;

  RecordEncoder(BlockDeflater to) {
    this.to = to;
    to.begin();
    to.append(BEGINNING, BEGINNING.length);
  }

  /** Adds a record, which does not change later. */
  void add(byte[] record) {
    length = 0;
    number(record.length);
    byte[] before = latest[record.length % PLACES];
    if (before != null && before.length == record.length) {
      differences(record, before);
    } else {
      bytes(record, 0, record.length);
    }
    if (record.length < COMPARED) {
      latest[record.length % PLACES] = record;
    }
    to.append(out, length);
  }

  private void differences(byte[] record, byte[] before) {
    int at = 0;
    while (at < record.length) {
      int same = Arrays.mismatch(record, at, record.length, before, at, record.length);
      if (same < 0) {
        number(record.length - at);
        return;
      }
      int from = at + same;
      at = endOfDifference(record, before, from);
      number(same);
      number(at - from);
      bytes(record, from, at - from);
    }
  }

  private static int endOfDifference(byte[] record, byte[] before, int from) {
    int equal = 0;
    for (int i = from + 1; i < record.length; i++) {
      equal = record[i] == before[i] ? equal + 1 : 0;
      if (equal == WORTH_A_RUN) {
        return i + 1 - WORTH_A_RUN;
      }
    }
    return record.length;
  }

  /** Seven bits to a byte, the lowest first; all bytes but the last have the highest bit. */
  private void number(int value) {
    reserve(5);
    int rest = value;
    while (rest > 0x7f) {
      out[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out[length++] = (byte) rest;
  }

  private void bytes(byte[] from, int start, int number) {
    reserve(number);
    System.arraycopy(from, start, out, length, number);
    length += number;
  }

  private void reserve(int more) {
    if (out.length - length < more) {
      out = Arrays.copyOf(out, Math.max(2 * out.length, Math.addExact(length, more)));
    }
  }
}
