package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.shared.IamException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalkTest {

  private static final long ALLOWED = Walk.TIME.toNanos();

  private final List<Integer> sizes = new ArrayList<>();
  private final List<Integer> seen = new ArrayList<>();
  private long now;

  @Test
  void portionsGrowToTheMostWhereTimeIsEnough() {
    assertThat(walk(10_000, rows -> 0)).isEqualTo(10_000);
    assertThat(sizes).containsExactly(500, 1_000, 2_000, 2_000, 2_000, 2_000, 500);
    assertThat(seen).isEqualTo(numbers(10_000));
  }

  @Test
  void portionsShrinkWhereRowsTakeLong() {
    long row = ALLOWED / 100;
    walk(1_000, rows -> rows * row);
    assertThat(sizes).startsWith(500, 125, 31, 31).allMatch(size -> size > 0);
    assertThat(sizes.subList(2, sizes.size())).allMatch(size -> size * row <= ALLOWED);
    assertThat(seen).isEqualTo(numbers(1_000));
  }

  /** From a quarter of the time to all of it. */
  @ParameterizedTest
  @ValueSource(ints = {25, 50, 100})
  void portionsStayAsTheyAreWhereTheyTakeAboutTheTime(int percent) {
    walk(1_500, rows -> ALLOWED / 100 * percent);
    assertThat(sizes).containsExactly(500, 500, 500);
  }

  @Test
  void rowsThatEachTakeTooLongAreLookedAtOneByOne() {
    walk(700, rows -> 2 * ALLOWED);
    assertThat(sizes).startsWith(500, 125, 31, 7, 1, 1).endsWith(1);
    assertThat(seen).isEqualTo(numbers(700));
  }

  @Test
  void aPortionThatTakesLongerThanATransactionMayIsTriedAgainWithFewerRows() {
    int erased =
        walk(
            700,
            rows -> {
              if (rows > 50) {
                throw tooLong();
              }
              return ALLOWED / 2;
            });
    assertThat(erased).isEqualTo(700);
    assertThat(sizes).allMatch(size -> size <= 50);
    assertThat(seen).isEqualTo(numbers(700));
  }

  @Test
  void aSingleRowThatTakesTooLongStopsIt() {
    assertThatThrownBy(() ->
            walk(
                10,
                rows -> {
                  throw tooLong();
                }))
        .hasCauseInstanceOf(TransactionTimeoutException.class);
    assertThat(seen).isEmpty();
  }

  @Test
  void anotherFailureIsNotTriedAgain() {
    int[] tries = {0};
    assertThatThrownBy(() ->
            walk(
                10,
                rows -> {
                  tries[0]++;
                  throw IamException.dependencyUnavailable(new IllegalStateException("away"));
                }))
        .isInstanceOf(IamException.class);
    assertThat(tries[0]).isEqualTo(1);
  }

  /** Walks through numbers, each erased; portions take some time, or fail. */
  private int walk(int count, IntToLongFunction time) {
    return new Walk(() -> now)
        .all(
            0,
            (from, rows) -> {
              now += time.applyAsLong(rows);
              int to = Math.min(count, from + rows);
              sizes.add(to - from);
              seen.addAll(IntStream.range(from, to).boxed().toList());
              return new Walk.Portion<>(to - from, to < count ? to : null);
            });
  }

  private static IamException tooLong() {
    return IamException.dependencyUnavailable(new TransactionTimeoutException(null));
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
