package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/**
 * Ends a reader at a line without end, before a parser has to hold all of it; and remembers the
 * indentation of the first lines, which a parser of YAML does not report.
 */
final class LineLimit extends FilterReader {

  private static final int MOST_INDENTS = 200_000;
  private static final byte BLANK = -1;

  private final String file;
  private byte[] indents = new byte[256];
  private int length;
  private boolean leading = true;
  private int line = 1;

  LineLimit(String file, Reader reader) {
    super(reader);
    this.file = file;
    Arrays.fill(indents, BLANK);
  }

  @Override
  public int read() throws IOException {
    int c = super.read();
    if (c >= 0) {
      count((char) c);
    }
    return c;
  }

  @Override
  public int read(char[] into, int offset, int most) throws IOException {
    int read = super.read(into, offset, most);
    for (int i = offset; i < offset + read; i++) {
      count(into[i]);
    }
    return read;
  }

  private void count(char c) throws IOException {
    if (c == '\n') {
      line = Math.min(line, Integer.MAX_VALUE - 1) + 1;
      length = 0;
      leading = true;
      return;
    }
    if (leading && c != ' ' && c != '\r') {
      leading = false;
      remember();
    }
    if (++length > PeerLimits.MAX_STRING) {
      throw new PartTooLongException(
          new FilePlace(file, line, 1),
          "a line has more than %d characters".formatted(PeerLimits.MAX_STRING));
    }
  }

  private void remember() {
    if (line < MOST_INDENTS) {
      if (line >= indents.length) {
        int before = indents.length;
        indents = Arrays.copyOf(indents, Math.max(line + 1, before * 2));
        Arrays.fill(indents, before, indents.length, BLANK);
      }
      indents[line] = (byte) Math.min(Byte.MAX_VALUE, length);
    }
  }

  /** The indentation of the first line from one on that is not blank; 0 when it is not known. */
  int indentFrom(int from) {
    for (int at = from; at < indents.length; at++) {
      if (indents[at] != BLANK) {
        return indents[at];
      }
    }
    return 0;
  }
}
