package io.iamplane.decision.block;

import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.BodyReader.Visitor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link RecordEncoder} wrote, from an untrusted body.
 *
 * <p>A record is its length and its text. A text shorter than {@link RecordEncoder#COMPARED} takes
 * the place of its length modulo {@link RecordEncoder#PLACES}. If the one before it there has the
 * same length, it is written as changes of that one: a number of bytes that are the same, and
 * unless that is the end, a number of bytes that are not, and these bytes; and so on to the end.
 * Numbers have seven bits to a byte, the lowest first; all bytes but the last have the highest bit.
 */
final class RecordDecoder {

  private final BodyInflater in;
  private final int longest;
  private final long most;
  private final @Nullable byte[][] latest = new byte[RecordEncoder.PLACES][];

  /** Takes the limits on the bytes of a record, and of all records. */
  RecordDecoder(BodyInflater in, int longest, long most) {
    this.in = in;
    this.longest = longest;
    this.most = most;
  }

  void read(Visitor visitor) throws IOException, DamagedBodyException {
    long all = 0;
    for (int first = in.read(); first >= 0; first = in.read()) {
      int length = number(first);
      all += length;
      if (length > longest) {
        throw new DamagedBodyException(BodyReader.LONG_RECORD);
      }
      if (all > most) {
        throw new DamagedBodyException(BodyInflater.LARGE);
      }
      visitor.visit(record(length), length);
    }
  }

  private byte[] record(int length) throws IOException, DamagedBodyException {
    byte[] record = latest[length % RecordEncoder.PLACES];
    if (record != null && record.length == length) {
      change(record);
      return record;
    }
    byte[] whole = in.bytes(length);
    if (length < RecordEncoder.COMPARED) {
      latest[length % RecordEncoder.PLACES] = whole;
    }
    return whole;
  }

  private void change(byte[] record) throws IOException, DamagedBodyException {
    int at = 0;
    while (at < record.length) {
      at += upTo(record.length - at);
      if (at < record.length) {
        int other = upTo(record.length - at);
        if (other == 0) {
          throw new DamagedBodyException("a record with an empty change");
        }
        in.read(record, at, other);
        at += other;
      }
    }
  }

  private int upTo(int most) throws IOException, DamagedBodyException {
    int number = number(in.next());
    if (number > most) {
      throw new DamagedBodyException("a change outside its record");
    }
    return number;
  }

  private int number(int first) throws IOException, DamagedBodyException {
    int number = first & 0x7f;
    int shift = 0;
    for (int next = first; (next & 0x80) != 0; ) {
      shift += 7;
      next = in.next();
      if (shift > 21) {
        throw new DamagedBodyException(BodyReader.LONG_RECORD);
      }
      number |= (next & 0x7f) << shift;
    }
    return number;
  }
}
