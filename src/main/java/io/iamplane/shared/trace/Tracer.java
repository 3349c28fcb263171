package io.iamplane.shared.trace;

import org.jspecify.annotations.Nullable;

/**
 * Begins spans. A bean of this type that a deployer provides replaces the drivers that come with
 * the service.
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
   * <p>Its parent is the open span at its beginning: of the same request, on any thread, else of
   * the same thread. Spans that begin before its end are under it.
   */
  Span start(SpanName name);

  /**
   * Begins the span of a request, under the span of the caller that the request names (W3C Trace
   * Context), if it names one. It may end on any thread.
   *
   * @param request is asked for its headers before this returns, and not kept
   */
  default <R> Span start(SpanName name, R request, Headers<R> headers) {
    return start(name);
  }

  @FunctionalInterface
  interface Headers<R> {

    /** The value of the first header of a name; null if absent. */
    @Nullable String get(R request, String name);
  }
}
