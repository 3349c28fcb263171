package io.iamplane.mutants;

import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * The mutants of this process: each has a name and a number, and at most one acts at a time.
 * Quarkus loads these classes once for each application, so that the state is in objects of the JDK
 * that all loaders find by the name of a bean.
 */
final class Mutants {

  /** Stands for no active mutant. */
  static final int NONE = 0;

  /** Outcomes: no test came by, or none failed. */
  static final String NOT_RUN = "not run";

  static final String SURVIVED = "survived";

  private static final int MOST = 1 << 18;
  private static final int PASSED = 1;
  private static final int DIFFERED = 2;

  /** An endless loop of a mutant ends after so many steps. */
  private static final int MOST_STEPS = 100_000_000;

  private static final Object[] SHARED = shared();
  private static final AtomicInteger ACTIVE = (AtomicInteger) SHARED[0];
  private static final AtomicInteger STEPS = (AtomicInteger) SHARED[1];
  private static final AtomicInteger FIRST = (AtomicInteger) SHARED[5];
  private static final AtomicIntegerArray REACHED = (AtomicIntegerArray) SHARED[2];

  @SuppressWarnings("unchecked")
  private static final Map<String, Integer> NUMBERS = (Map<String, Integer>) SHARED[3];

  @SuppressWarnings("unchecked")
  private static final Map<String, String> OUTCOMES = (Map<String, String>) SHARED[4];

  private Mutants() {}

  private static Object[] shared() {
    try {
      MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = new ObjectName("io.iamplane:type=Mutants");
      if (!beans.isRegistered(name)) {
        Object[] state = {
          new AtomicInteger(NONE),
          new AtomicInteger(),
          new AtomicIntegerArray(MOST),
          new ConcurrentHashMap<String, Integer>(),
          new ConcurrentHashMap<String, String>(),
          new AtomicInteger()
        };
        beans.registerMBean(new StandardMBean(() -> state, Supplier.class), name);
      }
      return (Object[]) beans.invoke(name, "get", null, null);
    } catch (JMException refused) {
      throw new IllegalStateException(refused);
    }
  }

  /** Returns true once in a process. */
  static boolean isFirst() {
    return FIRST.compareAndSet(0, 1);
  }

  /** Numbers mutants one after another, as before when their class is loaded again. */
  static int number(List<String> names) {
    synchronized (SHARED) {
      names.forEach(name -> NUMBERS.putIfAbsent(name, NUMBERS.size() + 1));
      return NUMBERS.get(names.getFirst());
    }
  }

  /** Returns true for the active mutant; marks any other as reached. */
  static boolean acts(int number) {
    if (ACTIVE.get() != number) {
      REACHED.setPlain(number, DIFFERED);
      return false;
    }
    if (STEPS.incrementAndGet() > MOST_STEPS) {
      throw new IllegalStateException("the mutant runs without end");
    }
    return true;
  }

  /** Marks a mutant that does here what the code does; returns false. */
  static boolean passes(int number) {
    if (REACHED.getPlain(number) == 0) {
      REACHED.setPlain(number, PASSED);
    }
    return false;
  }

  static void activate(int number) {
    STEPS.set(0);
    ACTIVE.set(number);
  }

  static void forgetReached() {
    IntStream.range(0, MOST).forEach(number -> REACHED.setPlain(number, 0));
  }

  /**
   * A mutant that a test reached.
   *
   * @param differs whether it would have done otherwise there
   */
  record Reached(String name, int number, boolean differs) {}

  /** Returns what was reached since, in the order of names, but for mutants that a test killed. */
  static List<Reached> living() {
    List<String> living = List.of(NOT_RUN, SURVIVED);
    return NUMBERS.entrySet().stream()
        .filter(each -> REACHED.get(each.getValue()) != 0)
        .filter(each -> living.contains(OUTCOMES.getOrDefault(each.getKey(), NOT_RUN)))
        .map(each ->
            new Reached(each.getKey(), each.getValue(), REACHED.get(each.getValue()) == DIFFERED))
        .sorted(Comparator.comparing(Reached::name))
        .toList();
  }

  /** Records the outcome of a mutant: one of the two words, or the test that killed it. */
  static void record(String name, String outcome) {
    OUTCOMES.put(name, outcome);
  }

  /** Returns every mutant with its outcome. */
  static SortedMap<String, String> outcomes() {
    SortedMap<String, String> outcomes = new TreeMap<>(OUTCOMES);
    NUMBERS.keySet().forEach(name -> outcomes.putIfAbsent(name, NOT_RUN));
    return outcomes;
  }
}
