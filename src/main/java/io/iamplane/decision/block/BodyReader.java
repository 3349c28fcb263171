package io.iamplane.decision.block;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads the records of an untrusted body, one after the other. It holds one record at a time,
 * however large the body. Used by one thread.
 */
public final class BodyReader implements AutoCloseable {

  /** More than a record takes: its inputs are limited to 64 KiB, its request to a few megabytes. */
  private static final int LONGEST = 16 * 1024 * 1024;

  private static final int BUFFER = 65_536;

  private final int longest;
  private final long most;
  private final Inflater inflater = new Inflater(true);
  private final byte[] in = new byte[BUFFER];
  private final byte[] out = new byte[BUFFER];
  private byte[] record = new byte[BUFFER];
  private int length;

  /** A reader of bodies as they are written. */
  public BodyReader() {
    this(LONGEST, BlockLines.MAX_BYTES);
  }

  /**
   * With other limits.
   *
   * @param longest how many bytes a record has at most
   * @param most how many bytes a body inflates to at most
   */
  BodyReader(int longest, long most) {
    this.longest = longest;
    this.most = most;
  }

  /** Sees a record. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Sees one.
     *
     * @param text begins with the record, until the next one is read
     * @param length of the record, in bytes
     * @throws DamagedBodyException when it is not a record
     */
    void visit(byte[] text, int length) throws DamagedBodyException;
  }

  /** A body that no process wrote. */
  public static final class DamagedBodyException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * @param message describes the damage, without any text of the body
     */
    public DamagedBodyException(String message) {
      super(message);
    }
  }

  /**
   * Reads a body to its end.
   *
   * @throws DamagedBodyException when it cannot be inflated, inflates to too much, ends within a
   *     record, or does not end with its last record
   * @throws IOException when the body cannot be read
   */
  public void read(InputStream body, Visitor visitor) throws IOException, DamagedBodyException {
    inflater.reset();
    length = 0;
    long inflated = 0;
    while (!inflater.finished()) {
      int made = inflate();
      inflated += made;
      if (inflated > most) {
        throw new DamagedBodyException("a body larger than any that is written");
      }
      split(made, visitor);
      if (made == 0 && !inflater.finished()) {
        feed(body);
      }
    }
    if (length > 0) {
      throw new DamagedBodyException("a body that ends within a record");
    }
    if (inflater.getRemaining() > 0 || body.read() >= 0) {
      throw new DamagedBodyException("a body with bytes behind its end");
    }
  }

  private int inflate() throws DamagedBodyException {
    try {
      return inflater.inflate(out);
    } catch (DataFormatException e) {
      throw new DamagedBodyException("a body that cannot be inflated");
    }
  }

  private void feed(InputStream body) throws IOException, DamagedBodyException {
    int read = inflater.needsInput() ? body.read(in) : -1;
    if (read <= 0) {
      throw new DamagedBodyException("a body that is cut short");
    }
    inflater.setInput(in, 0, read);
  }

  private void split(int made, Visitor visitor) throws DamagedBodyException {
    int start = 0;
    for (int i = 0; i < made; i++) {
      if (out[i] == '\n') {
        append(start, i);
        visitor.visit(record, length);
        length = 0;
        start = i + 1;
      }
    }
    append(start, made);
  }

  private void append(int start, int end) throws DamagedBodyException {
    int wanted = length + end - start;
    if (wanted > longest) {
      throw new DamagedBodyException("a record longer than any that is written");
    }
    if (wanted > record.length) {
      record = Arrays.copyOf(record, Math.max(wanted, record.length * 2));
    }
    System.arraycopy(out, start, record, length, end - start);
    length = wanted;
  }

  /** Frees the library's memory outside the heap. */
  @Override
  public void close() {
    inflater.end();
  }
}
