package io.iamplane.peer;

/**
 * Where something stands.
 *
 * @param file its name, as the command was given it
 * @param line from 1
 * @param column from 1
 */
public record FilePlace(String file, int line, int column) {

  /** A place further down, as of a text that begins here. */
  public FilePlace plus(int lines, int columns) {
    return new FilePlace(file, line + lines, column + columns);
  }

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
