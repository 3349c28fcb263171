package io.iamplane.http.connection;

/**
 * How long a connection may wait, in nanoseconds.
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

  /** What is left of it when places are rare. */
  Patience crowded(long nanos) {
    return new Patience(Math.min(head, nanos), Math.min(idle, nanos), unread);
  }
}
