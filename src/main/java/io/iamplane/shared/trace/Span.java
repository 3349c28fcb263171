package io.iamplane.shared.trace;

import org.jspecify.annotations.Nullable;

/**
 * One piece of work with a beginning and an end. Used by one thread at a time. Attributes and
 * events never hold a secret, a token or a body.
 */
public interface Span extends AutoCloseable {

  void attribute(SpanAttribute key, long value);

  void attribute(SpanAttribute key, String value);

  /** Sets an attribute from an object such as an id; a driver that drops it makes no text of it. */
  default void attribute(SpanAttribute key, Object value) {
    attribute(key, value.toString());
  }

  /** Something that happened at one moment of the span, such as {@code retry}. */
  void event(String name);

  /** The work failed. The error's type is kept; its text may hold confidential data. */
  void error(Throwable error);

  /** Ends the span. Attributes after the end, and a second end, are ignored. */
  void end();

  /** Returns true if the span is kept; otherwise attributes need not be computed. */
  default boolean isRecording() {
    return true;
  }

  /**
   * Forgets the span, as if it had not begun: its work begins again elsewhere, or turned out to be
   * none. Spans under it must have ended.
   */
  default void discard() {}

  /** Detaches the span: later spans here are not under it. It may end on another thread. */
  default void leave() {}

  /** The span's place in its trace, as the header {@code traceparent} (W3C); null without one. */
  default @Nullable String traceparent() {
    return null;
  }

  /** Ends the span, so that a span fits {@code try (…)}. */
  @Override
  default void close() {
    end();
  }
}
