package io.iamplane.packaged.siege;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Asks at the times of a schedule, even if the last question is unanswered: a latency counts from
 * the scheduled time, so that a stalled server cannot slow down its measurement.
 */
public final class Lane {

  private static final int SHOWN = 5;

  private final String name;
  private final double perSecond;
  private final Ask ask;
  private final List<Asked> asked = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  /** A question's time, from the start of the lane, and how long its answer took. */
  private record Asked(long due, long nanos) {}

  /** One question. */
  public interface Ask {
    /** Asks once; empty if the answer is correct, else a description of it. */
    String once(int number) throws IOException;
  }

  public Lane(String name, double perSecond, Ask ask) {
    this.name = name;
    this.perSecond = perSecond;
    this.ask = ask;
  }

  public String name() {
    return name;
  }

  /** The same lane with nothing measured yet. */
  Lane again() {
    return new Lane(name, perSecond, ask);
  }

  /** Asks until then, as {@link System#nanoTime} counts. */
  void run(long until) throws InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; ; i++) {
      long due = start + (long) (i * 1e9 / perSecond);
      if (due > until) {
        return;
      }
      long early = due - System.nanoTime();
      if (early > 0) {
        Thread.sleep(early / 1_000_000, (int) (early % 1_000_000));
      }
      String wrong = once(i);
      asked.add(new Asked(due - start, System.nanoTime() - due));
      if (!wrong.isEmpty()) {
        refused.add(wrong);
      }
    }
  }

  private String once(int number) {
    try {
      return ask.once(number);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /**
   * The combined measurements of lanes.
   *
   * @param tenths the p99 of each tenth of the time: a stall at the start is no lasting weakness
   */
  public record Figures(
      int asked, double p50, double p99, double most, List<Double> tenths, List<String> refused) {

    static Figures of(List<Lane> lanes) {
      List<Asked> all = lanes.stream().flatMap(lane -> lane.asked.stream()).toList();
      long[] sorted = sorted(all);
      List<String> refused = lanes.stream().flatMap(lane -> lane.refused.stream()).toList();
      return new Figures(
          sorted.length,
          millis(sorted, 0.5),
          millis(sorted, 0.99),
          millis(sorted, 1),
          tenths(all),
          refused);
    }

    private static List<Double> tenths(List<Asked> all) {
      long end = 1 + all.stream().mapToLong(Asked::due).max().orElse(0);
      return IntStream.range(0, 10)
          .mapToObj(i -> all.stream().filter(one -> one.due() * 10 / end == i).toList())
          .map(tenth -> millis(sorted(tenth), 0.99))
          .toList();
    }

    private static long[] sorted(List<Asked> some) {
      return some.stream().mapToLong(Asked::nanos).sorted().toArray();
    }

    private static double millis(long[] sorted, double share) {
      int index = (int) Math.ceil(share * sorted.length) - 1;
      return sorted.length == 0 ? 0 : sorted[Math.max(0, index)] / 1e6;
    }

    /** Some of the refusals, each kind once. */
    public List<String> kinds() {
      return refused.stream().distinct().limit(SHOWN).toList();
    }

    @Override
    public String toString() {
      return "%,d | %d | %.2f | %.2f | %.1f".formatted(asked, refused.size(), p50, p99, most);
    }
  }

  /** Runs lanes side by side for a time; returns them with their measurements. */
  static List<Lane> run(List<Lane> lanes, long nanos) throws InterruptedException {
    List<Lane> running = lanes.stream().map(Lane::again).toList();
    long until = System.nanoTime() + nanos;
    Thread[] threads =
        running.stream()
            .map(lane -> Thread.ofPlatform().start(() -> runQuietly(lane, until)))
            .toArray(Thread[]::new);
    for (Thread thread : threads) {
      thread.join();
    }
    return running;
  }

  private static void runQuietly(Lane lane, long until) {
    try {
      lane.run(until);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return name + Arrays.toString(new int[] {asked.size(), refused.size()});
  }
}
