package io.iamplane.migrate;

import org.jspecify.annotations.Nullable;

/** The name of an object. */
public record PeerObject(String type, String id) {

  /** Reads {@code type:id}; the id may hold colons. Null when the text is not that. */
  public static @Nullable PeerObject parse(String text) {
    int colon = text.indexOf(':');
    return colon <= 0 || colon == text.length() - 1
        ? null
        : new PeerObject(text.substring(0, colon), text.substring(colon + 1));
  }

  @Override
  public String toString() {
    return type + ":" + id;
  }
}
