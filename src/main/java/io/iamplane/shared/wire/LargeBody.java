package io.iamplane.shared.wire;

import io.vertx.ext.web.RoutingContext;

/** Notes of a request that its body takes long to read: a megabyte takes milliseconds. */
public final class LargeBody {

  /** Read in some hundred microseconds. */
  private static final int LARGE_BYTES = 16 * 1024;

  private static final String KEY = LargeBody.class.getName();

  private LargeBody() {}

  /** Notes how many bytes there are. */
  public static void note(RoutingContext request, int bytes) {
    if (bytes > LARGE_BYTES) {
      request.put(KEY, true);
    }
  }

  /** Whether reading it has no place on an event loop. */
  public static boolean is(RoutingContext request) {
    return request.get(KEY) != null;
  }
}
