package io.iamplane.http.connection;

/**
 * The time limits of a connection's waits, in nanoseconds.
 *
 * @param head for the rest of a head
 * @param idle without a request
 * @param unread without reading its answers
 */
record Patience(long head, long idle, long unread) {

  static Patience of(ConnectionConfig config) {
    return new Patience(
        config.headTime().toNanos(), config.idleTime().toNanos(), config.unreadTime().toNanos());
  }

  /** Returns the shorter limits for times with few free places. */
  Patience crowded(long nanos) {
    return new Patience(Math.min(head, nanos), Math.min(idle, nanos), unread);
  }
}
