package io.iamplane.trace;

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
   */
  Span start(SpanName name);
}
