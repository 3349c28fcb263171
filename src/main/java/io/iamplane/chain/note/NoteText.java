package io.iamplane.chain.note;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The letters that notes are made of. All reading is strict, so that two different files never mean
 * the same.
 */
final class NoteText {

  /** The most bytes that a file may have, which leaves room for any cosignatures there will be. */
  static final int MAX_BYTES = 1 << 20;

  private static final int FIRST_PRINTABLE = 0x20;
  private static final int NEXT_LINE = 0x85;

  private NoteText() {}

  /** Valid UTF-8 without control characters but newlines, ended by one, and not too much of it. */
  static String decode(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new MalformedNoteException(
          "the text has " + bytes.length + " bytes; at most " + MAX_BYTES + " are allowed");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedNoteException("the text is not valid UTF-8");
    }
    requireLines(text);
    return text;
  }

  /** The bytes of a text that {@link #requireLines} allows. */
  static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Any text that a file may hold: whole lines without control characters. */
  static void requireLines(String text) {
    requireEncodable(text);
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter < FIRST_PRINTABLE && letter != '\n') {
        throw new MalformedNoteException(
            "control character U+%04X in line %d".formatted((int) letter, line(text, i)));
      }
    }
    if (!text.endsWith("\n")) {
      throw new MalformedNoteException("the last line does not end in a newline");
    }
  }

  /** A line that is not empty and has no end within. */
  static void requireLine(String line, String what) {
    if (line.isEmpty()) {
      throw new MalformedNoteException(what + " is empty");
    }
    requireEncodable(line);
    if (line.chars().anyMatch(letter -> letter < FIRST_PRINTABLE)) {
      throw new MalformedNoteException(what + " contains a control character");
    }
  }

  /** A name of a key: not empty, without a space of any script, plus sign or control character. */
  static void requireKeyName(String name) {
    requireLine(name, "the key name");
    if (name.codePoints().anyMatch(NoteText::isSpaceOrPlus)) {
      throw new MalformedNoteException(
          "the key name '" + name + "' contains a space or a plus sign");
    }
  }

  /** A number without sign or leading zeros that fits a {@code long}. */
  static long number(String digits, String what) {
    if (!digits.matches("0|[1-9][0-9]{0,18}")) {
      throw new MalformedNoteException(what + " must be a number without leading zeros");
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new MalformedNoteException(what + " exceeds " + Long.MAX_VALUE);
    }
  }

  /** Base64 with its padding and without stray bits (RFC 4648, sections 3.5 and 4). */
  static byte[] base64(String text, String what) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new MalformedNoteException(what + " is not valid base64");
    }
    if (!base64(bytes).equals(text)) {
      throw new MalformedNoteException(what + " is not canonical base64");
    }
    return bytes;
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** The lines of a text that ends in a newline, without their ends. */
  static List<String> lines(String text) {
    List<String> parts = List.of(text.split("\n", -1));
    return parts.subList(0, parts.size() - 1);
  }

  /** The number of the line, from 1, that a position lies in. */
  static int line(String text, int position) {
    return 1 + (int) text.chars().limit(position).filter(letter -> letter == '\n').count();
  }

  private static void requireEncodable(String text) {
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new MalformedNoteException("the text contains half of a surrogate pair");
    }
  }

  private static boolean isSpaceOrPlus(int letter) {
    return letter == '+'
        || letter == NEXT_LINE
        || Character.isSpaceChar(letter)
        || Character.isWhitespace(letter);
  }
}
