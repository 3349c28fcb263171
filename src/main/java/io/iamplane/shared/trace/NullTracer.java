package io.iamplane.shared.trace;

/** Traces nothing, and costs nothing: every span is the same one, which does nothing. */
public enum NullTracer implements Tracer {
  INSTANCE;

  @Override
  public Span start(SpanName name) {
    return NullSpan.INSTANCE;
  }

  private enum NullSpan implements Span {
    INSTANCE;

    @Override
    public void attribute(SpanAttribute key, long value) {
      // No listener.
    }

    @Override
    public void attribute(SpanAttribute key, String value) {
      // No listener.
    }

    @Override
    public void attribute(SpanAttribute key, Object value) {
      // No listener, and no text for it.
    }

    @Override
    public void event(String name) {
      // No listener.
    }

    @Override
    public void error(Throwable error) {
      // No listener.
    }

    @Override
    public void end() {
      // Nothing was begun.
    }

    @Override
    public boolean isRecording() {
      return false;
    }
  }
}
