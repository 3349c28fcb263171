package io.iamplane.language.relation;

/** Ends the reading of one expression; the parser turns it into a {@link ModelFault}. */
final class SyntaxFault extends Exception {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  SyntaxFault(int line, int column, String message) {
    super(message, null, false, false);
    this.line = line;
    this.column = column;
  }

  SyntaxFault(RelationToken at, String message) {
    this(at.line(), at.column(), message);
  }

  ModelFault at(String path) {
    return new ModelFault(path, line, column, String.valueOf(getMessage()));
  }
}
