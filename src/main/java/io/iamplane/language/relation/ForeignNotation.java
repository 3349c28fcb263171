package io.iamplane.language.relation;

import org.jspecify.annotations.Nullable;

/** Explains the notation here to authors of OpenFGA or SpiceDB models. */
final class ForeignNotation {

  private ForeignNotation() {}

  /** The replacement for a word that is no operator here; empty if it is no such word. */
  static String hint(RelationToken token) {
    if (token.kind() == RelationToken.Kind.OPEN_LIST) {
      return words("what may be stored is listed under relations");
    }
    String word = token.kind() == RelationToken.Kind.NAME ? token.text() : "";
    return words(
        switch (word) {
          case "or" -> "write '|' for union";
          case "and" -> "write '&' for intersection";
          case "but", "not" -> "write 'a - b' for 'a but not b'";
          case "from" -> "write 'b->a' for 'a from b'";
          case "with" -> "what may be stored, and with which condition, is listed under relations";
          default -> null;
        });
  }

  /** The replacement for a character that begins nothing here. */
  static String hint(String text, int at) {
    if (text.startsWith(".any(", at)) {
      return words("write 'a->b' for 'a.any(b)'");
    }
    return words(
        switch (text.charAt(at)) {
          case '+', ',' -> "write '|' for union";
          case '!' -> "write 'a - b' for what has 'a' and not 'b'";
          case '.' -> "write 'a->b' for 'b' of the subjects of 'a'";
          default -> null;
        });
  }

  private static String words(@Nullable String hint) {
    return hint == null ? "" : "; " + hint;
  }
}
