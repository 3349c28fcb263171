package io.iamplane.shared.wire;

import io.vertx.core.Context;

/**
 * An answer takes a wait, and the present thread must not wait: it serves connections, and all of
 * them would wait with it. The same work can be done on a worker thread.
 */
public final class MustWaitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private MustWaitException() {
    // It is a way back and no fault: without a stack trace it costs next to nothing.
    super("the response requires a wait", null, false, false);
  }

  /** Returns true if the present thread may wait; only those of the event loops may not. */
  public static boolean mayWait() {
    return !Context.isOnEventLoopThread();
  }

  /**
   * @throws MustWaitException on an event loop
   */
  public static void requireMayWait() {
    if (!mayWait()) {
      throw new MustWaitException();
    }
  }
}
