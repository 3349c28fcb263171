package io.iamplane.migrate;

/** A position in a file, named as given to the command; line and column are from 1. */
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
