package io.iamplane.decision.block;

/** The names in a block's filter. Those of two kinds are never the same text. */
public final class RecordNames {

  private static final String SUBJECT = "s:";
  private static final String RESOURCE = "r:";

  private RecordNames() {}

  /** {@code type:id} of who was asked about. */
  public static String subject(String subject) {
    return SUBJECT + subject;
  }

  /** The full key of a permission, or {@code type#name}. */
  public static String key(String key) {
    return "k:" + key;
  }

  /** {@code type:id} of what was asked about. */
  public static String resource(String resource) {
    return RESOURCE + resource;
  }

  /** The hash of {@link #subject}, as {@link BlockFilter#hash} makes it of the whole text. */
  public static long subjectHash(String type, String id) {
    return BlockFilter.hash(SUBJECT, type, id);
  }

  /** The hash of {@link #resource}. */
  public static long resourceHash(String type, String id) {
    return BlockFilter.hash(RESOURCE, type, id);
  }
}
