package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names in order, while they are added to. */
class NameIndexTest {

  private static final int TYPE = 3;

  private final NameLog.Appender names = new NameLog.Appender(NameLog.EMPTY);
  private final Deque<Runnable> merges = new ArrayDeque<>();
  private final NameIndex index = new NameIndex(merges::add);
  private final Random random = new Random(1);

  /** A merge cost a step for eight names of the tenant, so that none was ever completed. */
  @Test
  void theNamesOfALargeTenantAreListedByRequestsThatCannotPayForAMerge() {
    listed(200_000, 20_000);
  }

  /** With the steps that a request has by default. */
  @Test
  @Tag("stress")
  void theNamesOfAVeryLargeTenantAreListedByRequestsOfOneMillionSteps() {
    listed(9_000_000, 1_000_000);
  }

  private void listed(int loaded, int steps) {
    add(loaded);
    index.prepare(names.freeze());
    for (int round = 0; round < 3; round++) {
      add(loaded / 20);
      NameLog log = names.freeze();
      assertThat(count(index.of(log, TYPE, meter(steps)))).isEqualTo(log.count());
      while (!merges.isEmpty()) {
        merges.remove().run();
      }
      // All is merged, so that it costs nothing more.
      assertThat(count(index.of(log, TYPE, meter(0)))).isEqualTo(log.count());
    }
  }

  /** A request without the budget to sort new names ends; the next one finds them sorted. */
  @Test
  void whatIsTooMuchForARequestIsSortedBesideIt() {
    add(200_000);
    NameLog log = names.freeze();
    assertThatThrownBy(() -> index.of(log, TYPE, meter(20_000))).isSameAs(StepLimit.REACHED);
    merges.remove().run();
    assertThat(count(index.of(log, TYPE, meter(0)))).isEqualTo(200_000);
  }

  /** Merges end at any time, and versions of the same policy are listed in any order. */
  @Test
  void namesAreCompleteAndInOrderWhateverIsMergedWhen() {
    requireOrder(3);
  }

  @Test
  @Tag("ci")
  void namesAreCompleteAndInOrderWhateverIsMergedWhenAtVolume() {
    requireOrder(6);
  }

  private static void requireOrder(int seeds) {
    for (int seed = 0; seed < seeds; seed++) {
      NameIndexTest one = new NameIndexTest();
      one.random.setSeed(seed);
      one.add(20_000 + seed);
      List<NameLog> versions = new ArrayList<>(List.of(one.names.freeze()));
      if (seed % 3 > 0) {
        one.index.prepare(versions.getFirst());
      }
      for (int step = 0; step < 40; step++) {
        one.step(versions);
      }
    }
  }

  private void step(List<NameLog> versions) {
    switch (random.nextInt(4)) {
      case 0 -> {
        add(random.nextInt(20) == 0 ? 66_000 : random.nextInt(1_500));
        versions.add(names.freeze());
      }
      case 1 -> {
        if (!merges.isEmpty()) {
          merges.remove().run();
        }
      }
      default -> {
        NameLog log =
            versions.get(versions.size() - 1 - random.nextInt(Math.min(3, versions.size())));
        SortedNames sorted = index.of(log, TYPE, WalkMeter.unbound());
        assertThat(idsOf(sorted, log)).isEqualTo(idsOf(log));
      }
    }
  }

  /** In their order, without those of later versions. */
  private static List<String> idsOf(SortedNames sorted, NameLog log) {
    List<String> ids = new ArrayList<>();
    sorted.forEachRemaining(name -> {
      if (name.number() < log.count()) {
        ids.add(name.id());
      }
    });
    return ids;
  }

  private static List<String> idsOf(NameLog log) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < log.count(); i++) {
      if (log.get(i).type() == TYPE) {
        ids.add(log.get(i).id());
      }
    }
    Collections.sort(ids);
    return ids;
  }

  private static int count(SortedNames sorted) {
    int count = 0;
    String last = "";
    while (sorted.hasNext()) {
      String id = sorted.next().id();
      if (id.compareTo(last) <= 0) {
        throw new AssertionError(id + " comes after " + last);
      }
      last = id;
      count++;
    }
    return count;
  }

  private void add(int more) {
    for (int i = 0; i < more; i++) {
      int number = names.count();
      names.add(
          new Ref(number, number, TYPE, Integer.toHexString(random.nextInt()) + "." + number));
    }
  }

  private static WalkMeter meter(int steps) {
    return new WalkMeter(
        new WorkBudget() {
          private int left = steps;

          @Override
          public int decisionSteps() {
            return Integer.MAX_VALUE;
          }

          @Override
          public boolean spend(int taken) {
            left -= taken;
            return left >= 0;
          }
        },
        Integer.MAX_VALUE);
  }
}
