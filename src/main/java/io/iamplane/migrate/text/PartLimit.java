package io.iamplane.migrate.text;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Ends a reader when a part of a text does not end: a parser holds all of a text that goes on over
 * any number of lines before it says how long it is.
 */
final class PartLimit extends FilterReader {

  private int length;

  PartLimit(Reader reader) {
    super(reader);
  }

  void begin() {
    length = 0;
  }

  @Override
  public int read() throws IOException {
    int c = super.read();
    count(c < 0 ? 0 : 1);
    return c;
  }

  @Override
  public int read(char[] into, int offset, int most) throws IOException {
    int read = super.read(into, offset, most);
    count(Math.max(0, read));
    return read;
  }

  private void count(int read) throws PartTooLongException {
    length += read;
    if (length > PeerLimits.MAX_BETWEEN_PARTS) {
      throw new PartTooLongException(
          null,
          "a string, comment or run of white space has more than %d characters"
              .formatted(PeerLimits.MAX_BETWEEN_PARTS));
    }
  }
}
