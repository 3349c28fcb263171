package io.iamplane.language.condition;

import java.util.Locale;

/** The types without parameters. */
public enum Scalar implements Type {
  NULL,
  BOOL,
  INT,
  DOUBLE,
  STRING,
  TIMESTAMP,
  DURATION,
  /** Known at run time only: undeclared attributes and values reached through a map. */
  ANY;

  private final String text = name().toLowerCase(Locale.ROOT);

  @Override
  public String text() {
    return text;
  }
}
