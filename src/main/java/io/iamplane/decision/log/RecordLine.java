package io.iamplane.decision.log;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

/**
 * Holds the text of one record, and then of the next: JSON (RFC 8259) in ASCII, without spaces. A
 * quarter of the work of a batch is this text, so nothing is copied or looked up on the way. The
 * writer of an object or array opens and closes it; commas come by themselves.
 */
final class RecordLine {

  private static final int COMMON = 1_024;

  /** Room for a record that was larger is not kept. */
  private static final int KEPT = 8_192;

  /** The most that a character takes, an escape: a backslash, a u and four digits. */
  private static final int ESCAPED = 6;

  private static final int UUID_LENGTH = 36;

  /** The longest number, a double or a long, takes less. */
  private static final int NUMBER = 32;

  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final byte[] ESCAPE_HEX = ascii("0123456789ABCDEF");

  /** By character: 0 stands for itself, u for its number, another is the letter of an escape. */
  private static final byte[] ESCAPES = escapes();

  private byte[] text = new byte[COMMON];
  private int length;
  private final RecordTime time = new RecordTime();

  /** Begins a record, and discards the content of the one before. */
  RecordLine begin() {
    length = 0;
    if (text.length > KEPT) {
      text = new byte[COMMON];
    }
    return this;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(text, length);
  }

  void open(char bracket) {
    separate(1);
    text[length++] = (byte) bracket;
  }

  void close(char bracket) {
    append(bracket);
  }

  /** The name of the member that follows. */
  void name(RecordMember member) {
    byte[] name = member.text();
    int from = isFirst() ? 1 : 0;
    reserve(name.length);
    System.arraycopy(name, from, text, length, name.length - from);
    length += name.length - from;
  }

  /** The name of the member that follows, of the caller's choice. */
  void name(String name) {
    text(name);
    append(':');
  }

  void text(RecordMember member, String value) {
    name(member);
    quoted(value);
  }

  void text(String value) {
    separate(0);
    quoted(value);
  }

  private void quoted(String value) {
    reserve(2 + value.length() * ESCAPED);
    text[length++] = '"';
    characters(value);
    text[length++] = '"';
  }

  void time(RecordMember member, Instant at) {
    byte[] value = time.of(at);
    name(member);
    reserve(2 + value.length);
    text[length++] = '"';
    System.arraycopy(value, 0, text, length, value.length);
    length += value.length;
    text[length++] = '"';
  }

  /** The text {@code type:id}. */
  void reference(RecordMember member, String type, String id) {
    name(member);
    reserve(3 + (type.length() + id.length()) * ESCAPED);
    text[length++] = '"';
    characters(type);
    text[length++] = ':';
    characters(id);
    text[length++] = '"';
  }

  void uuid(RecordMember member, UUID id) {
    name(member);
    reserve(UUID_LENGTH + 2);
    text[length++] = '"';
    long most = id.getMostSignificantBits();
    long least = id.getLeastSignificantBits();
    hex(most >>> 32, 8);
    text[length++] = '-';
    hex(most >>> 16, 4);
    text[length++] = '-';
    hex(most, 4);
    text[length++] = '-';
    hex(least >>> 48, 4);
    text[length++] = '-';
    hex(least, 12);
    text[length++] = '"';
  }

  void number(long value) {
    plain(Long.toString(value));
  }

  /** A number that JSON does not have is a text. */
  void number(double value) {
    if (Double.isFinite(value)) {
      plain(Double.toString(value));
    } else {
      text(Double.toString(value));
    }
  }

  /** A value without quotes: a number, {@code true}, {@code false} or {@code null}. */
  void plain(String value) {
    separate(NUMBER);
    characters(value);
  }

  /** Adds members that were written before, in an object that is not closed and has some. */
  void members(byte[] written) {
    reserve(written.length);
    System.arraycopy(written, 0, text, length, written.length);
    text[length] = ',';
    length += written.length;
  }

  /** Adds the members of another JSON object, which has some, before the end of this one. */
  void join(byte[] object) {
    reserve(object.length);
    System.arraycopy(object, 1, text, length, object.length - 1);
    text[length - 1] = ',';
    length += object.length - 1;
  }

  /** Writes a comma if one is due, and reserves room for the next bytes. */
  private void separate(int more) {
    reserve(more + 1);
    if (!isFirst() && text[length - 1] != ':') {
      text[length++] = ',';
    }
  }

  private void append(char last) {
    reserve(1);
    text[length++] = (byte) last;
  }

  private boolean isFirst() {
    return length == 0 || text[length - 1] == '{' || text[length - 1] == '[';
  }

  private void reserve(int more) {
    if (text.length - length < more) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, Math.addExact(length, more)));
    }
  }

  private void characters(String value) {
    byte[] to = text;
    int at = length;
    int end = value.length();
    for (int i = 0; i < end; i++) {
      char each = value.charAt(i);
      if (each < ESCAPES.length && ESCAPES[each] == 0) {
        to[at++] = (byte) each;
      } else {
        at = escape(to, at, each);
      }
    }
    length = at;
  }

  /** Half a surrogate pair, which UTF-8 cannot hold, must not keep a decision from its record. */
  private static int escape(byte[] to, int from, char each) {
    int at = from;
    to[at++] = '\\';
    if (each < ESCAPES.length && ESCAPES[each] != 'u') {
      to[at++] = ESCAPES[each];
      return at;
    }
    to[at++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      to[at++] = ESCAPE_HEX[each >>> shift & 0xf];
    }
    return at;
  }

  private void hex(long value, int digits) {
    byte[] to = text;
    int at = length;
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      to[at++] = HEX[(int) (value >>> shift) & 0xf];
    }
    length = at;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] escapes() {
    byte[] escapes = new byte[128];
    Arrays.fill(escapes, 0, ' ', (byte) 'u');
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    escapes['\b'] = 'b';
    escapes['\f'] = 'f';
    escapes['\n'] = 'n';
    escapes['\r'] = 'r';
    escapes['\t'] = 't';
    return escapes;
  }

  /**
   * Writes times as {@link Instant#toString} does. Most share their second with the one before, and
   * then only the digits behind the point change.
   */
  static final class RecordTime {

    private static final int DIGITS = 6;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int DECIMAL = 10;

    private byte[] text = {};
    private long second = Long.MIN_VALUE;

    /** The text of a time; it changes with the next. */
    byte[] of(Instant time) {
      int micros = time.getNano() / NANOS_PER_MICRO;
      if (time.getEpochSecond() != second
          || micros % NANOS_PER_MICRO == 0
          || time.getNano() % NANOS_PER_MICRO != 0) {
        return whole(time);
      }
      int at = text.length - 2;
      for (int i = 0; i < DIGITS; i++) {
        text[at - i] = (byte) ('0' + micros % DECIMAL);
        micros /= DECIMAL;
      }
      return text;
    }

    private byte[] whole(Instant time) {
      byte[] known = ascii(Instant.ofEpochSecond(time.getEpochSecond()));
      text = Arrays.copyOf(known, known.length + 1 + DIGITS);
      text[known.length - 1] = '.';
      text[text.length - 1] = 'Z';
      second = time.getEpochSecond();
      return ascii(time);
    }

    private static byte[] ascii(Instant time) {
      return time.toString().getBytes(StandardCharsets.US_ASCII);
    }
  }
}
