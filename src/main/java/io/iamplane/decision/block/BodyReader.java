package io.iamplane.decision.block;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads the records of an untrusted body, one after the other. It holds a few megabytes, however
 * large the body. Used by one thread.
 */
public final class BodyReader implements AutoCloseable {

  static final String PART = "a body that ends within a record";
  static final String LONG_RECORD = "a record that exceeds the maximum length";

  /** More than a record takes: its inputs are limited to 64 KiB, its request to a few megabytes. */
  private static final int LONGEST = 16 * 1024 * 1024;

  /** The maximum size of a block's records; a body of more was not written here. */
  private static final long MOST = 512L * 1024 * 1024;

  private static final int COMMON = 1_024;

  private final int longest;
  private final long most;
  private final BodyInflater in;

  public BodyReader() {
    this(LONGEST, MOST);
  }

  /** Takes the limits on the bytes of a record, and of all records of a body. */
  BodyReader(int longest, long most) {
    this.longest = longest;
    this.most = most;
    this.in = new BodyInflater(most);
  }

  @FunctionalInterface
  public interface Visitor {

    /**
     * @param text begins with the record, of so many bytes, until the next one is read
     * @throws DamagedBodyException when it is not a record
     */
    void visit(byte[] text, int length) throws DamagedBodyException;
  }

  /** A body that no process wrote. */
  public static final class DamagedBodyException extends Exception {

    private static final long serialVersionUID = 1L;

    /** The message describes the damage, without any text of the body. */
    public DamagedBodyException(String message) {
      super(message);
    }
  }

  /**
   * Reads a body to its end.
   *
   * @throws DamagedBodyException when it cannot be inflated, has too much, ends within a record, or
   *     does not end with its last record
   * @throws IOException when the body cannot be read
   */
  public void read(InputStream body, Visitor visitor) throws IOException, DamagedBodyException {
    in.begin(body);
    int first = in.read();
    if (first == RecordEncoder.VERSION) {
      new RecordDecoder(in, longest, most).read(visitor);
    } else if (first >= 0) {
      readLines(first, visitor);
    }
    in.requireEnd();
  }

  /** The form of earlier versions: a line feed ends each record. */
  private void readLines(int first, Visitor visitor) throws IOException, DamagedBodyException {
    byte[] record = new byte[COMMON];
    int length = 0;
    for (int next = first; next >= 0; next = in.read()) {
      if (next == '\n') {
        visitor.visit(record, length);
        length = 0;
        continue;
      }
      if (length == longest) {
        throw new DamagedBodyException(LONG_RECORD);
      }
      if (length == record.length) {
        record = Arrays.copyOf(record, 2 * length);
      }
      record[length++] = (byte) next;
    }
    if (length > 0) {
      throw new DamagedBodyException(PART);
    }
  }

  /** Frees the library's memory outside the heap. */
  @Override
  public void close() {
    in.close();
  }
}
