package io.iamplane.migrate.generator;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A file of a length that no one wants to store: its lines are made as they are read. */
public final class GeneratedLines extends InputStream {

  private final IntFunction<String> lines;
  private final String end;
  private long left;
  private byte @Nullable [] current;
  private int at;
  private int made;

  /**
   * Makes one.
   *
   * @param bytes after which no line begins
   * @param lines by number, from 0 on
   */
  public GeneratedLines(long bytes, String begin, IntFunction<String> lines, String end) {
    this.left = bytes;
    this.lines = lines;
    this.end = end;
    this.current = begin.getBytes(StandardCharsets.UTF_8);
  }

  /** The number of lines read so far. */
  public int made() {
    return made;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int most) {
    int read = 0;
    while (read < most && current != null) {
      int part = Math.min(most - read, current.length - at);
      System.arraycopy(current, at, into, offset + read, part);
      at += part;
      read += part;
      if (at == current.length) {
        next();
      }
    }
    return read == 0 && most > 0 ? -1 : read;
  }

  private void next() {
    at = 0;
    if (left > 0) {
      current = lines.apply(made++).getBytes(StandardCharsets.UTF_8);
      left -= current.length;
    } else {
      current = left == Long.MIN_VALUE ? null : end.getBytes(StandardCharsets.UTF_8);
      left = Long.MIN_VALUE;
    }
  }
}
