package io.iamplane.decision.engine.walk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a relation walk has under way, innermost last. It stands in place of the thread's stack,
 * whose size no model and no tenant's data may exhaust.
 */
final class Frames {

  private static final int INITIAL = 32;
  private static final int LARGE = 1 << 12;

  private @Nullable Frame[] frames = new Frame[INITIAL];
  private int size;

  /** How many were in use since the last {@link #clear}. */
  private int used;

  Frame push() {
    if (size == frames.length) {
      frames = Arrays.copyOf(frames, size * 2);
    }
    Frame frame = frames[size];
    if (frame == null) {
      frame = new Frame();
      frames[size] = frame;
    }
    size++;
    used = Math.max(used, size);
    return frame;
  }

  /** The innermost; there is one. */
  Frame top() {
    Frame frame = frames[size - 1];
    if (frame == null) {
      throw new IllegalStateException("nothing is under way");
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
      Frame frame = frames[i];
      if (frame != null) {
        frame.clear();
      }
    }
    size = 0;
    used = 0;
  }
}
