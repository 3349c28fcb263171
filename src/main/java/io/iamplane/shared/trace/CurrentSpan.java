package io.iamplane.shared.trace;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Objects;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * The span that work is under. A request has its own, which follows it from thread to thread with
 * its context of Vert.x and is gone with it; outside of requests a thread has its own. So nothing
 * of a request is left on a thread that then works for another.
 */
final class CurrentSpan<S extends NestedSpan> {

  /** Under this key the log's context has the id of the trace, beside the correlation id. */
  static final String TRACE_ID = "trace_id";

  /** Each driver has its own, as a key in contexts that all share. */
  private final Object key = this;

  private final ThreadLocal<@Nullable S> ofThread = new ThreadLocal<>();
  private final Class<S> type;

  CurrentSpan(Class<S> type) {
    this.type = type;
  }

  /** The innermost span that has not ended here; null if absent. */
  @Nullable S get() {
    S span = at(request());
    // Work that outlives its request is no part of it.
    return span == null || span.isOver() ? null : span;
  }

  /** Makes a span the current one, until it ends or is left. */
  S enter(S span) {
    Context request = request();
    S before = get();
    set(request, span);
    String outer = before == null ? null : before.traceId();
    if (!span.traceId().equals(outer)) {
      MDC.put(TRACE_ID, span.traceId());
    }
    span.entered(new Place<>(this, request, Thread.currentThread(), before));
    return span;
  }

  /**
   * Makes a span the current one of its request, until the request's context ends. Outside of a
   * request no event marks the end of a thread's work on it, so that the span is not made current
   * there.
   */
  S enterRequest(S span) {
    Context request = request();
    if (request != null) {
      request.putLocal(key, span);
      MDC.put(TRACE_ID, span.traceId());
    }
    return span;
  }

  private @Nullable S at(@Nullable Context request) {
    return request == null ? ofThread.get() : type.cast(request.getLocal(key));
  }

  private void set(@Nullable Context request, @Nullable S span) {
    if (request != null) {
      if (span == null) {
        request.removeLocal(key);
      } else {
        request.putLocal(key, span);
      }
    } else if (span == null) {
      ofThread.remove();
    } else {
      ofThread.set(span);
    }
  }

  /** The context that Vert.x made for one request or event alone; null outside of any. */
  private static @Nullable Context request() {
    Context context = Vertx.currentContext();
    return context != null && VertxContext.isDuplicatedContext(context) ? context : null;
  }

  /** The place in which a span became current, with the one before; a thread's has no request. */
  record Place<S extends NestedSpan>(
      CurrentSpan<S> current, @Nullable Context request, Thread thread, @Nullable S before) {

    /** Restores the span before, unless another one is current by now. */
    void leave(NestedSpan span) {
      boolean elsewhere = request == null && !Thread.currentThread().equals(thread);
      if (elsewhere || !span.equals(current.at(request))) {
        return;
      }
      current.set(request, before);
      // The log's context belongs to where this runs.
      if (Objects.equals(request, request())) {
        restoreLog(span);
      }
    }

    private void restoreLog(NestedSpan span) {
      if (before == null) {
        MDC.remove(TRACE_ID);
      } else if (!before.traceId().equals(span.traceId())) {
        MDC.put(TRACE_ID, before.traceId());
      }
    }
  }
}
