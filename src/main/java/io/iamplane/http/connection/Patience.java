package io.iamplane.http.connection;

import java.time.Duration;

/**
 * The time limits of a connection's waits, in nanoseconds.
 *
 * @param head for the rest of a head
 * @param idle without a request
 * @param unread without reading its answers
 */
record Patience(long head, long idle, long unread) {

  /**
   * From the opening of the connection, or from the first byte after a request, to the end of a
   * head, TLS handshakes included: a few round trips, of which some packets may be lost.
   */
  private static final long HEAD = Duration.ofSeconds(10).toNanos();

  /** A client that reads takes a byte within it, even over a slow network. */
  private static final long UNREAD = Duration.ofSeconds(10).toNanos();

  /**
   * Idle while more than three quarters of all places are taken, to make room for clients that ask.
   */
  private static final long CROWDED = Duration.ofSeconds(3).toNanos();

  static Patience of(ConnectionConfig config) {
    return new Patience(HEAD, config.idleTime().toNanos(), UNREAD);
  }

  /** Returns the shorter limits for times with few free places. */
  Patience crowded() {
    return new Patience(Math.min(head, CROWDED), Math.min(idle, CROWDED), unread);
  }
}
