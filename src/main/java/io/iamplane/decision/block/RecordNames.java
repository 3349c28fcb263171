package io.iamplane.decision.block;

/** The names in a block's filter. Those of two kinds are never the same text. */
public final class RecordNames {

  private RecordNames() {}

  /** {@code type:id} of who was asked about. */
  public static String subject(String subject) {
    return "s:" + subject;
  }

  /** The full key of a permission, or {@code type#name}. */
  public static String key(String key) {
    return "k:" + key;
  }

  /** {@code type:id} of what was asked about. */
  public static String resource(String resource) {
    return "r:" + resource;
  }
}
