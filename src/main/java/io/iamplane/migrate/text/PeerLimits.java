package io.iamplane.migrate.text;

/** The limits of reading. */
public final class PeerLimits {

  /** A model, or a file of tests, in bytes. Files of relations have no such limit. */
  public static final int MAX_TEXT = 8 << 20;

  /** Files that one file names. */
  public static final int MAX_FILES = 1_000;

  /** Relations that are held for tests, and assertions; a file of more is imported by itself. */
  public static final int MAX_TUPLES = 200_000;

  /** Types, relations and permissions of a model together. */
  public static final int MAX_NAMES = 10_000;

  /** Objects and arrays within one another. */
  static final int MAX_DEPTH = 64;

  /** Parts of a document that is held whole. */
  static final int MAX_NODES = 500_000;

  /** Parts of one element of a file that is read element by element. */
  static final int MAX_ELEMENT_NODES = 10_000;

  /** One text of a document. */
  static final int MAX_STRING = 1 << 20;

  /** Characters of YAML from a part of it to the next, white space and comments among them. */
  static final int MAX_BETWEEN_PARTS = 4 * MAX_STRING;

  /** Characters of the names and texts of one element. */
  static final int MAX_ELEMENT_TEXT = 2 * MAX_STRING;

  /** Parentheses within one another in an expression. */
  public static final int MAX_NESTING = 32;

  /** Operators of one expression. */
  public static final int MAX_OPERATORS = 1_000;

  private PeerLimits() {}
}
