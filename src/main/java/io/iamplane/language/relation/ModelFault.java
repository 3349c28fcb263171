package io.iamplane.language.relation;

/**
 * One fault of a model.
 *
 * @param path a dotted path: {@code types.doc.permissions.can_read}
 * @param line the line within the expression, from 1; 0 if the fault is not in an expression
 * @param column the column within that line, from 1; 0 likewise
 * @param message the error and its correction
 */
public record ModelFault(String path, int line, int column, String message) {

  @Override
  public String toString() {
    return line == 0
        ? path + ": " + message
        : path + " (line " + line + ", column " + column + "): " + message;
  }
}
