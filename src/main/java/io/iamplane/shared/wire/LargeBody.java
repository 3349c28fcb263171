package io.iamplane.shared.wire;

import io.vertx.ext.web.RoutingContext;

/** Notes of a request that its body takes long to read: a megabyte takes milliseconds. */
public final class LargeBody {

  /** Read in some hundred microseconds. */
  private static final int LARGE_BYTES = 16 * 1024;

  private static final String KEY = LargeBody.class.getName();

  private LargeBody() {}

  public static void note(RoutingContext request, int bytes) {
    if (is(bytes)) {
      request.put(KEY, true);
    }
  }

  /** Returns true if a body of this size takes long to read. */
  public static boolean is(long bytes) {
    return bytes > LARGE_BYTES;
  }

  /** Returns true if the body is too large to be read on an event loop. */
  public static boolean is(RoutingContext request) {
    return request.get(KEY) != null;
  }
}
