package io.iamplane.shared.trace;

import org.jspecify.annotations.Nullable;

/** Common parts of the spans of all drivers that keep them: they nest, and end once. */
abstract class NestedSpan implements Span {

  private CurrentSpan.@Nullable Place<?> place;
  private volatile boolean over;

  /** The id of the trace, 32 hexadecimal digits. */
  abstract String traceId();

  /** Called once, at the end of a span that is kept. */
  abstract void finish();

  final void entered(CurrentSpan.Place<?> here) {
    place = here;
  }

  final boolean isOver() {
    return over;
  }

  @Override
  public final void end() {
    if (close(true)) {
      finish();
    }
  }

  @Override
  public final void discard() {
    close(false);
  }

  @Override
  public final void leave() {
    CurrentSpan.Place<?> here = place;
    place = null;
    if (here != null) {
      here.leave(this);
    }
  }

  /** Closes the span; returns false if it was closed before. */
  private boolean close(boolean kept) {
    if (over) {
      return false;
    }
    over = true;
    leave();
    return kept;
  }
}
