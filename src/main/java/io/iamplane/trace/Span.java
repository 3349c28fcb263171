package io.iamplane.trace;

/**
 * One piece of work with a beginning and an end. Used by one thread at a time. Attributes and
 * events never hold a secret, a token or a body.
 */
public interface Span extends AutoCloseable {

  void attribute(SpanAttribute key, long value);

  void attribute(SpanAttribute key, String value);

  /** Something that happened at one moment of the span, such as {@code retry}. */
  void event(String name);

  /** The work failed. The error's type is kept; its text may hold what a span must not. */
  void error(Throwable error);

  /** Ends the span. Attributes after the end, and a second end, are ignored. */
  void end();

  /** Ends the span, so that a span fits {@code try (…)}. */
  @Override
  default void close() {
    end();
  }
}
