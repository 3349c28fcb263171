package io.iamplane.trace;

import org.jspecify.annotations.Nullable;

/**
 * Begins spans. A deployer who provides a bean of this type replaces the drivers that come with the
 * service.
 *
 * <p>Implementations are called from any thread, also from the event loop: they neither block nor
 * throw.
 */
@FunctionalInterface
public interface Tracer {

  /**
   * Begins a span, which the caller ends on every path:
   *
   * <pre>{@code
   * try (Span span = tracer.start(SpanName.CHANGE_RECORD)) {
   *   span.attribute(SpanAttribute.EFFECTS, effects.size());
   * }
   * }</pre>
   *
   * <p>It is under the span that is open where it begins: of the same request, whichever thread
   * works on that, else of the same thread. What begins before its end is under it.
   */
  Span start(SpanName name);

  /**
   * Begins the span of a request, which is under the span of the caller that the request names (W3C
   * Trace Context), if it names one, and whose end may come on any thread.
   *
   * @param request is asked for its headers before this returns, and not kept
   */
  default <R> Span start(SpanName name, R request, Headers<R> headers) {
    return start(name);
  }

  /** Reads a header of a request. */
  @FunctionalInterface
  interface Headers<R> {

    /** The value of the first header of a name; null if absent. */
    @Nullable String get(R request, String name);
  }
}
