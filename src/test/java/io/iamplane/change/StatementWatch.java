package io.iamplane.change;

import io.iamplane.testing.PgProxy;
import io.iamplane.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Learns which statements some work executes, and picks one of them to break at. */
public final class StatementWatch {

  private static final int LOOKS = 10;

  private StatementWatch() {}

  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /** Records the statements of some work, in order. */
  public static List<String> statementsOf(Work work) throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    PgProxy proxy = TestDatabase.proxy();
    proxy.cutBefore(statement -> {
      if (counts(statement)) {
        seen.add(statement);
      }
      return false;
    });
    work.run();
    proxy.cutNothing();
    return List.copyOf(seen);
  }

  /**
   * Repeats until two recordings in a row are equal: a statement of something in the background is
   * in one of them only.
   */
  public static List<String> agreed(Callable<List<String>> look) throws Exception {
    List<String> seen = look.call();
    for (int looks = 1; looks < LOOKS; looks++) {
      List<String> again = look.call();
      if (again.equals(seen)) {
        return seen;
      }
      seen = again;
    }
    throw new AssertionError("No two looks at these statements agree: " + seen);
  }

  /** Matches the statement at a place of a list, despite statements of others in between. */
  public static Predicate<String> at(List<String> statements, int index) {
    String wanted = statements.get(index);
    long before = statements.subList(0, index).stream().filter(wanted::equals).count();
    AtomicLong seen = new AtomicLong();
    return statement -> statement.equals(wanted) && seen.getAndIncrement() == before;
  }

  /**
   * Breaks the connection at the statement with a number, once.
   *
   * @return holds that statement when it has come
   */
  static AtomicReference<String> cutAt(int index, boolean afterwards) {
    AtomicReference<String> broken = new AtomicReference<>();
    Predicate<String> nth = nth(index);
    Predicate<String> cut =
        statement -> nth.test(statement) && broken.compareAndSet(null, statement);
    if (afterwards) {
      TestDatabase.proxy().cutAfter(cut);
    } else {
      TestDatabase.proxy().cutBefore(cut);
    }
    return broken;
  }

  public static Predicate<String> nth(int index) {
    AtomicInteger seen = new AtomicInteger();
    return statement -> counts(statement) && seen.getAndIncrement() == index;
  }

  /**
   * The pool's probes, a new connection's settings, the signal and the refresh of policies and keys
   * in the background are no part of a change.
   */
  private static boolean counts(String statement) {
    return !statement.isBlank()
        && !statement.startsWith("SET ")
        && !statement.contains("pg_is_in_recovery() AS standby")
        && !statement.contains("FROM iam_signing_keys")
        && !statement.contains("pg_notify");
  }
}
