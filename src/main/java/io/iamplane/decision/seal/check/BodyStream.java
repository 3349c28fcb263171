package io.iamplane.decision.seal.check;

import java.io.InputStream;
import java.util.function.IntFunction;

/** A long body, of which a part is in memory. */
final class BodyStream extends InputStream {

  private final IntFunction<byte[]> parts;
  private byte[] part = {};
  private int next;
  private int read;
  private boolean ended;

  /**
   * Begins at the first byte.
   *
   * @param parts the bytes from a place on, from 0; none at the end
   */
  BodyStream(IntFunction<byte[]> parts) {
    this.parts = parts;
  }

  @Override
  public int read() {
    return fill() ? part[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int from, int most) {
    if (!fill()) {
      return -1;
    }
    int length = Math.min(most, part.length - next);
    System.arraycopy(part, next, into, from, length);
    next += length;
    return length;
  }

  /** Fetches the next part when this one is read; false at the end. */
  private boolean fill() {
    if (next == part.length && !ended) {
      read += part.length;
      part = parts.apply(read);
      next = 0;
      ended = part.length == 0;
    }
    return next < part.length;
  }
}
