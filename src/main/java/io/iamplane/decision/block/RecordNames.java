package io.iamplane.decision.block;

/** The names in a block's filter. Those of two kinds are never the same text. */
public final class RecordNames {

  private static final String SUBJECT = "s:";
  private static final String RESOURCE = "r:";
  private static final String ASKER = "a:";

  private RecordNames() {}

  /** A subject, {@code type:id}. */
  public static String subject(String subject) {
    return SUBJECT + subject;
  }

  /** The full key of a permission, or {@code type#name}. */
  public static String key(String key) {
    return "k:" + key;
  }

  /** A resource, {@code type:id}. */
  public static String resource(String resource) {
    return RESOURCE + resource;
  }

  /** A caller, {@code type:id}. */
  public static String asker(String asker) {
    return ASKER + asker;
  }

  public static long askerHash(String type, String id) {
    return BlockFilter.hash(ASKER, type, id);
  }

  /** The hash of {@link #subject}, as {@link BlockFilter#hash} makes it of the whole text. */
  public static long subjectHash(String type, String id) {
    return BlockFilter.hash(SUBJECT, type, id);
  }

  public static long resourceHash(String type, String id) {
    return BlockFilter.hash(RESOURCE, type, id);
  }
}
