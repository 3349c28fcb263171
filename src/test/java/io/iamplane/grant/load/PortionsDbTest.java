package io.iamplane.grant.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Ticker;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of an import's lines in one transaction. */
@QuarkusTest
class PortionsDbTest {

  private static final Ticker STANDING = () -> 0;

  @Inject Changes changes;
  @Inject PortionStore store;
  @Inject TestPlatform platform;

  private final List<List<Integer>> portions = new ArrayList<>();
  private Organization tenant;
  private Recording last;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  @Test
  void aPortionIsAThousandLinesWhereTimeIsEnough() {
    assertThat(write(STANDING, 2_500, 1, PortionsDbTest::accept)).isEqualTo(2_500);
    assertThat(sizes()).containsExactly(1_000, 1_000, 500);
    assertThat(lines()).isEqualTo(numbers(2_500));
  }

  @Test
  void aPortionEndsWhenItsTimeIsOver() {
    long[] now = {0};
    Ticker slow = () -> now[0] += Portions.TIME.toNanos() * 3 / 10;
    write(slow, 10, 1, PortionsDbTest::accept);
    assertThat(sizes()).containsExactly(4, 4, 2);
    assertThat(lines()).isEqualTo(numbers(10));
  }

  @Test
  void aStepIsNotCutAndAPortionIsNeverEmpty() {
    long[] now = {0};
    Ticker late = () -> now[0] += 10 * Portions.TIME.toNanos();
    write(late, 10, 4, PortionsDbTest::accept);
    assertThat(sizes()).containsExactly(4, 4, 2);
  }

  @Test
  void whatTakesTooLongAllTheSameIsTriedInSmallerPortions() {
    int written =
        write(
            STANDING,
            1_200,
            1,
            (_, _) -> {
              if (portions.getLast().size() > 100) {
                throw tooLong();
              }
            });
    assertThat(written).isEqualTo(1_200);
    List<Integer> committed =
        portions.stream().filter(each -> each.size() <= 100).flatMap(List::stream).toList();
    assertThat(committed).isEqualTo(numbers(1_200));
  }

  @Test
  void oneLineThatTakesTooLongStopsIt() {
    Portions.Stopped stopped =
        catchThrowableOfType(
            Portions.Stopped.class,
            () ->
                write(
                    STANDING,
                    1_500,
                    1,
                    (_, lines) -> {
                      if (lines.contains(1_100)) {
                        throw tooLong();
                      }
                    }));
    assertThat(stopped.written()).isEqualTo(1_100);
    assertThat(stopped.isOf("lines")).isTrue();
    assertThat(stopped.reason().getCause()).isInstanceOf(TransactionTimeoutException.class);
  }

  @Test
  void aFaultIsNamedByItsPlaceInTheFile() {
    Portions.Stopped stopped =
        stoppedInTheSecond(IamException.validation("lines[3].id", "is wrong"));
    assertThat(stopped.written()).isEqualTo(1_000);
    assertThat(stopped.reason())
        .isInstanceOfSatisfying(
            IamException.class,
            refusal ->
                assertThat(refusal.errors())
                    .isEqualTo(Map.of("lines[1203].id", List.of("is wrong"))));
  }

  /** Like an unexpected constraint violation in the database. */
  @Test
  void whatFailsUnexpectedlySaysHowFarItCame() {
    IllegalStateException defect = new IllegalStateException("unforeseen");
    Portions.Stopped stopped = stoppedInTheSecond(defect);
    assertThat(stopped.written()).isEqualTo(1_000);
    assertThat(stopped.reason()).isSameAs(defect);
  }

  private Portions.Stopped stoppedInTheSecond(RuntimeException reason) {
    return catchThrowableOfType(
        Portions.Stopped.class,
        () ->
            write(
                STANDING,
                1_500,
                10,
                (_, lines) -> {
                  if (lines.contains(1_203)) {
                    throw reason;
                  }
                }));
  }

  @Test
  void anotherFailureIsNotTriedAgain() {
    int[] tries = {0};
    assertThatThrownBy(() ->
            write(
                STANDING,
                10,
                10,
                (_, _) -> {
                  tries[0]++;
                  throw IamException.dependencyUnavailable(new IllegalStateException("away"));
                }))
        .isInstanceOf(Portions.Stopped.class);
    assertThat(tries[0]).isEqualTo(1);
  }

  @Test
  void whatIsToBeTriedAgainIsTheSameLines() {
    int written =
        write(
            STANDING,
            2_500,
            1_000,
            (_, lines) -> {
              if (lines.contains(1_700) && portions.size() == 2) {
                throw IamException.conflict("is there");
              }
            },
            refusal -> refusal.code() == ErrorCode.CONFLICT);
    assertThat(written).isEqualTo(2_500);
    assertThat(sizes()).containsExactly(1_000, 1_000, 1_000, 500);
    assertThat(portions.get(1)).isEqualTo(portions.get(2));
  }

  private int write(Ticker ticker, int count, int step, BiConsumer<Recording, List<Integer>> and) {
    return write(ticker, count, step, and, _ -> false);
  }

  private int write(
      Ticker ticker,
      int count,
      int step,
      BiConsumer<Recording, List<Integer>> and,
      Predicate<IamException> again) {
    return new Portions(changes, store, ticker)
        .write(
            platform.command(),
            tenant.id(),
            new Portions.Lines<>(
                "lines",
                numbers(count),
                _ -> step,
                (recording, lines) -> {
                  if (recording != last) {
                    portions.add(new ArrayList<>());
                    last = recording;
                  }
                  portions.getLast().addAll(lines);
                  and.accept(recording, lines);
                },
                again));
  }

  private static void accept(Recording recording, List<Integer> lines) {}

  private static IamException tooLong() {
    return IamException.dependencyUnavailable(new TransactionTimeoutException(null));
  }

  private List<Integer> sizes() {
    return portions.stream().map(List::size).toList();
  }

  private List<Integer> lines() {
    return portions.stream().flatMap(List::stream).toList();
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
