package io.iamplane.migrate;

import org.jspecify.annotations.Nullable;

/**
 * A kind of subject that a relation may hold for.
 *
 * @param relation not null for a userset: {@code group#member}
 * @param wildcard everyone of the type
 * @param condition the one that a relation to it must carry
 * @param expires true if a relation to it must end
 */
public record PeerSubject(
    String type,
    @Nullable String relation,
    boolean wildcard,
    @Nullable String condition,
    boolean expires,
    FilePlace place) {

  /** The kind without its condition and expiry. */
  public String kind() {
    return type + (relation == null ? "" : "#" + relation) + (wildcard ? ":*" : "");
  }
}
