package io.iamplane.shared;

import java.util.Locale;

/**
 * What the work of a thread is doing, for a person who waits for it. Long loops say so without
 * knowing whether anyone listens: outside of {@link #during} it is dropped, as in a server.
 */
public final class Doing {

  private static final ScopedValue<Doing> CURRENT = ScopedValue.newInstance();

  private volatile Stage now;

  /**
   * A part of the work.
   *
   * @param total how many steps it has; 0 where that is not known
   * @param unit what its steps are
   */
  private record Stage(String words, long done, long total, String unit) {

    @Override
    public String toString() {
      if (done == 0) {
        return words;
      }
      String count = String.format(Locale.ROOT, "%,d", done);
      String all = total == 0 ? "" : String.format(Locale.ROOT, " of %,d", total);
      return "%s: %s%s %s".formatted(words, count, all, unit);
    }
  }

  /**
   * @param words what is done first
   */
  public Doing(String words) {
    this.now = new Stage(words, 0, 0, "");
  }

  /** Does work whose thread says here what it does. */
  public void during(Runnable work) {
    ScopedValue.where(CURRENT, this).run(work);
  }

  /** Begins a part of the work. */
  public static void stage(String words) {
    stage(words, 0);
  }

  /**
   * Begins a part of the work whose steps are counted.
   *
   * @param total how many there are; 0 where that is not known
   */
  public static void stage(String words, long total) {
    if (CURRENT.isBound()) {
      CURRENT.get().now = new Stage(words, 0, total, "");
    }
  }

  /** How many of the steps of this part are done, and what they are. */
  public static void reached(long done, String unit) {
    if (CURRENT.isBound()) {
      Doing doing = CURRENT.get();
      doing.now = new Stage(doing.now.words, done, doing.now.total, unit);
    }
  }

  /** What is done now; asked by any thread. */
  public String now() {
    return now.toString();
  }
}
