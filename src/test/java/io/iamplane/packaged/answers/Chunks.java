package io.iamplane.packaged.answers;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A body that came in chunks. */
public final class Chunks {

  private static final int LINE_END = 2;

  private Chunks() {}

  /** The text of a whole body with its first chunk at this position. */
  public static String text(byte[] bytes, int from) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int at = from;
    for (int size = size(bytes, at); size > 0; size = size(bytes, at)) {
      at = lineEnd(bytes, at) + LINE_END;
      text.write(bytes, at, size);
      at += size + LINE_END;
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private static int size(byte[] bytes, int at) {
    String line = new String(bytes, at, lineEnd(bytes, at) - at, StandardCharsets.US_ASCII);
    return Integer.parseInt(line.split(";", 2)[0].strip(), 16);
  }

  private static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '\r') {
      at++;
    }
    return at;
  }
}
