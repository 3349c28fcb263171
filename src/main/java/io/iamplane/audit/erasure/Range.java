package io.iamplane.audit.erasure;

import org.jspecify.annotations.Nullable;

/** Numbers of records or versions, the first exclusive. */
record Range(long after, long through) {

  boolean isEmpty() {
    return after >= through;
  }

  /** The first of them, so many at most. */
  Range first(long size) {
    return new Range(after, Math.min(after + size, through));
  }

  /** The rest behind the first part; null if absent. */
  @Nullable Range beyond(long size) {
    return after + size < through ? new Range(after + size, through) : null;
  }
}
