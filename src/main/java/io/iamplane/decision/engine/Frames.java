package io.iamplane.decision.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a relation walk, innermost last. They replace the thread's stack, so that no model
 * and no tenant's data can exhaust it.
 */
final class Frames {

  private static final int INITIAL = 32;
  private static final int LARGE = 1 << 12;

  private @Nullable WalkFrame[] frames = new WalkFrame[INITIAL];
  private int size;

  /** The number in use since the last {@link #clear}. */
  private int used;

  WalkFrame push() {
    if (size == frames.length) {
      frames = Arrays.copyOf(frames, size * 2);
    }
    WalkFrame frame = frames[size];
    if (frame == null) {
      frame = new WalkFrame();
      frames[size] = frame;
    }
    size++;
    used = Math.max(used, size);
    return frame;
  }

  WalkFrame top() {
    WalkFrame frame = frames[size - 1];
    if (frame == null) {
      throw new IllegalStateException("there is no current frame");
    }
    return frame;
  }

  void pop() {
    size--;
  }

  int size() {
    return size;
  }

  boolean isLarge() {
    return frames.length > LARGE;
  }

  /** Forgets all, also when a walk was broken off. */
  void clear() {
    for (int i = 0; i < used; i++) {
      WalkFrame frame = frames[i];
      if (frame != null) {
        frame.clear();
      }
    }
    size = 0;
    used = 0;
  }
}
