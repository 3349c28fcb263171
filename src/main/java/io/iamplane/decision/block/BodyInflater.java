package io.iamplane.decision.block;

import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates an untrusted body (RFC 1951) bit by bit. Used by one thread. */
final class BodyInflater implements AutoCloseable {

  static final String LARGE = "a body that exceeds the maximum size";

  /** Small: a page of a list opens up to 2,000 blocks, most of few records. */
  private static final int BUFFER = 8_192;

  private final long most;
  private final Inflater inflater = new Inflater(true);
  private final byte[] in = new byte[BUFFER];
  private final byte[] out = new byte[BUFFER];
  private InputStream body = InputStream.nullInputStream();
  private int at;
  private int end;
  private long inflated;

  /** Takes the limit on the bytes that a body inflates to. */
  BodyInflater(long most) {
    this.most = most;
  }

  void begin(InputStream from) {
    inflater.reset();
    body = from;
    at = 0;
    end = 0;
    inflated = 0;
  }

  /** The next byte, or -1 at the end of the body. */
  int read() throws IOException, DamagedBodyException {
    return at < end || fill() ? out[at++] & 0xff : -1;
  }

  /** The next byte of a record. */
  int next() throws IOException, DamagedBodyException {
    int next = read();
    if (next < 0) {
      throw new DamagedBodyException(BodyReader.PART);
    }
    return next;
  }

  void read(byte[] to, int from, int length) throws IOException, DamagedBodyException {
    int done = 0;
    while (done < length) {
      int part = part(length - done);
      System.arraycopy(out, at, to, from + done, part);
      at += part;
      done += part;
    }
  }

  /** The next bytes of a record; takes room for those alone that are there. */
  byte[] bytes(int length) throws IOException, DamagedBodyException {
    if (length <= BUFFER) {
      byte[] bytes = new byte[length];
      read(bytes, 0, length);
      return bytes;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(BUFFER);
    while (bytes.size() < length) {
      int part = part(length - bytes.size());
      bytes.write(out, at, part);
      at += part;
    }
    return bytes.toByteArray();
  }

  private int part(int wanted) throws IOException, DamagedBodyException {
    if (at == end && !fill()) {
      throw new DamagedBodyException(BodyReader.PART);
    }
    return Math.min(wanted, end - at);
  }

  /** Requires that nothing follows the inflated body. */
  void requireEnd() throws IOException, DamagedBodyException {
    if (inflater.getRemaining() > 0 || body.read() >= 0) {
      throw new DamagedBodyException("a body with trailing bytes");
    }
  }

  /** Inflates more; false at the end. */
  private boolean fill() throws IOException, DamagedBodyException {
    at = 0;
    end = 0;
    while (end == 0 && !inflater.finished()) {
      end = inflate();
      if (end == 0 && !inflater.finished()) {
        feed();
      }
    }
    inflated += end;
    if (inflated > most) {
      throw new DamagedBodyException(LARGE);
    }
    return end > 0;
  }

  private int inflate() throws DamagedBodyException {
    try {
      return inflater.inflate(out);
    } catch (DataFormatException e) {
      throw new DamagedBodyException("a body that cannot be inflated");
    }
  }

  private void feed() throws IOException, DamagedBodyException {
    int read = inflater.needsInput() ? body.read(in) : -1;
    if (read <= 0) {
      throw new DamagedBodyException("a truncated body");
    }
    inflater.setInput(in, 0, read);
  }

  /** Frees the library's memory outside the heap. */
  @Override
  public void close() {
    inflater.end();
  }
}
