package io.iamplane.shared;

import java.util.Locale;

/**
 * The progress of a thread's work, for a waiting person. Long loops report it without knowing of
 * listeners: outside of {@link #during} it is dropped, as in a server.
 */
public final class Doing {

  private static final ScopedValue<Doing> CURRENT = ScopedValue.newInstance();

  private volatile Stage now;

  /**
   * @param total the number of its steps; 0 if unknown
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

  public Doing(String words) {
    this.now = new Stage(words, 0, 0, "");
  }

  /** Runs work that reports its progress here. */
  public void during(Runnable work) {
    ScopedValue.where(CURRENT, this).run(work);
  }

  public static void stage(String words) {
    stage(words, 0);
  }

  /** Begins a stage with counted steps; a {@code total} of 0 is unknown. */
  public static void stage(String words, long total) {
    if (CURRENT.isBound()) {
      CURRENT.get().now = new Stage(words, 0, total, "");
    }
  }

  /** Reports the number of finished steps of this stage, and their name. */
  public static void reached(long done, String unit) {
    if (CURRENT.isBound()) {
      Doing doing = CURRENT.get();
      doing.now = new Stage(doing.now.words, done, doing.now.total, unit);
    }
  }

  /** Returns the present progress; called by any thread. */
  public String now() {
    return now.toString();
  }
}
