package io.iamplane.packaged.checks;

/** The kind of question. */
public enum CheckKind {
  CHECK("a check", 1),
  BATCH("a batch of 100", 100);

  private final String title;
  private final int decisions;

  CheckKind(String title, int decisions) {
    this.title = title;
    this.decisions = decisions;
  }

  public String title() {
    return title;
  }

  /** In one request. */
  public int decisions() {
    return decisions;
  }
}
