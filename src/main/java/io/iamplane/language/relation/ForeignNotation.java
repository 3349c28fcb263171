package io.iamplane.language.relation;

/** Explains the notation here to authors of OpenFGA or SpiceDB models. */
final class ForeignNotation {

  private ForeignNotation() {}

  /** The replacement for a word that is no operator here; empty if it is no such word. */
  static String hint(RelationToken token) {
    if (token.kind() == RelationToken.Kind.OPEN_LIST) {
      return "; list subject types under 'relations'";
    }
    String word = token.kind() == RelationToken.Kind.NAME ? token.text() : "";
    return switch (word) {
      case "or" -> "; write '|' for union";
      case "and" -> "; write '&' for intersection";
      case "but", "not" -> "; write 'a - b' for 'a but not b'";
      case "from" -> "; write 'b->a' for 'a from b'";
      case "with" -> "; list subject types and their conditions under 'relations'";
      default -> "";
    };
  }

  /** The replacement for a character that begins nothing here. */
  static String hint(String text, int at) {
    if (text.startsWith(".any(", at)) {
      return "; write 'a->b' for 'a.any(b)'";
    }
    return switch (text.charAt(at)) {
      case '+', ',' -> "; write '|' for union";
      case '!' -> "; write 'a - b' for subjects that have 'a' but not 'b'";
      case '.' -> "; write 'a->b' for 'a.b'";
      default -> "";
    };
  }
}
