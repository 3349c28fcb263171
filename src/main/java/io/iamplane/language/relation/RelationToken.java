package io.iamplane.language.relation;

/** A piece of an expression with its place, both from 1. */
record RelationToken(Kind kind, String text, int line, int column) {

  enum Kind {
    NAME("a name"),
    OR("'|'"),
    AND("'&'"),
    MINUS("'-'"),
    ARROW("'->'"),
    ALL("'.all('"),
    HASH("'#'"),
    EVERYONE("':*'"),
    OPEN("'('"),
    OPEN_LIST("'['"),
    CLOSE_LIST("']'"),
    CLOSE("')'"),
    END("the end of the expression");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** The token as a message names it. */
  String words() {
    return kind == Kind.NAME ? "'" + text + "'" : kind.words();
  }
}
