package io.iamplane.packaged.writes;

/** The kind of thing that is written. */
public enum WriteKind {
  USER("user"),
  GRANT("role of a user"),
  RELATION("relation");

  private final String title;

  WriteKind(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
