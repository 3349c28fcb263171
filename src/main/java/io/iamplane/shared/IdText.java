package io.iamplane.shared;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * The text of ids that clients give: two ids that look the same are the same. The guide is the
 * IdentifierClass of PRECIS (RFC 8264, section 4.2), but signs and spaces of ASCII are allowed,
 * since ids of other systems have them.
 */
public final class IdText {

  private static final int FIRST_BEYOND_ASCII = 0x80;

  /**
   * The ranges of invisible characters that have no general category of their own, first and last
   * in turn: those of the property Default_Ignorable_Code_Point, and the blank of Braille.
   */
  private static final int[] INVISIBLE = {
    0x034F, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x2065, 0x2065, 0x2800, 0x2800,
    0x3164, 0x3164, 0xFE00, 0xFE0F, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFF8, 0xE0000, 0xE0FFF
  };

  private IdText() {}

  /** Returns Unicode's normalization form C; the same object if the text has it. */
  public static String normal(String id) {
    return isAscii(id) || Normalizer.isNormalized(id, Normalizer.Form.NFC)
        ? id
        : Normalizer.normalize(id, Normalizer.Form.NFC);
  }

  /**
   * Returns the fault of an id with an invisible character, a control of the direction of writing,
   * or another space than that of ASCII; null if it has none.
   */
  public static @Nullable String fault(String id) {
    return isAscii(id)
        ? null
        : id.codePoints()
            .filter(IdText::isInvisible)
            .mapToObj("must not contain the invisible character U+%04X"::formatted)
            .findFirst()
            .orElse(null);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_BEYOND_ASCII) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInvisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.SPACE_SEPARATOR -> point != ' ';
      case Character.FORMAT -> !isNumberSign(point);
      case Character.UNASSIGNED -> isNoncharacter(point) || isIgnored(point);
      default -> isIgnored(point);
    };
  }

  /** The signs of Arabic, Syriac and Kaithi that enclose numbers are formats, but visible. */
  private static boolean isNumberSign(int point) {
    return (point >= 0x0600 && point <= 0x0605)
        || point == 0x06DD
        || point == 0x070F
        || point == 0x0890
        || point == 0x0891
        || point == 0x08E2
        || point == 0x110BD
        || point == 0x110CD;
  }

  private static boolean isNoncharacter(int point) {
    return (point & 0xFFFE) == 0xFFFE || (point >= 0xFDD0 && point <= 0xFDEF);
  }

  private static boolean isIgnored(int point) {
    for (int i = 0; i < INVISIBLE.length; i += 2) {
      if (point >= INVISIBLE[i] && point <= INVISIBLE[i + 1]) {
        return true;
      }
    }
    return false;
  }
}
