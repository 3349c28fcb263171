package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.LogCapture;
import io.quarkus.runtime.ShutdownEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Counts of decisions that are recorded elsewhere reach the database once it is there, and hold
 * nothing up.
 */
class LaterCountsTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final OrganizationId tenant = OrganizationId.next();
  private final RememberingSink database = new RememberingSink();

  private DecisionCount count(long minute, boolean logged, long number) {
    return new DecisionCount(
        tenant, minute, "app", "read", ReasonCode.GRANTED_BY_GRANT, logged, number);
  }

  @Test
  void countsThatADatabaseDoesNotTakeAreKeptAndWrittenOnce() {
    LaterCounts counts = new LaterCounts(database::write, Duration.ofMillis(1));
    database.failTimes(2);
    counts.add(List.of(count(1, true, 3), count(1, false, 2)));
    counts.add(List.of(count(1, true, 4)));

    await().atMost(LONG).until(() -> database.counted(true) == 7);
    assertThat(database.counted(false)).isEqualTo(2);
    assertThat(database.decisions()).isZero();
    counts.writeAll(new ShutdownEvent());
    assertThat(database.counted(true)).isEqualTo(7);
  }

  @Test
  void theEndWritesWhatIsLeft() {
    LaterCounts counts = new LaterCounts(database::write, Duration.ofHours(1));
    counts.add(List.of(count(1, true, 3)));

    counts.writeAll(new ShutdownEvent());
    assertThat(database.counted(true)).isEqualTo(3);
  }

  /** Such as those of the log's last flush, when its sink was away until the end. */
  @Test
  void whatComesAfterTheEndIsNotLostWithoutAWord() {
    LaterCounts counts = new LaterCounts(database::write, Duration.ofMillis(1));
    counts.writeAll(new ShutdownEvent());
    List<String> lines =
        LogCapture.during(
            LaterCounts.class, () -> counts.add(List.of(count(1, true, 3), count(2, false, 2))));

    assertThat(lines).singleElement().asString().contains("are not counted").contains("5");
    assertThat(database.tried()).isEmpty();
  }

  @Test
  void withoutCountsThereIsNoThread() {
    LaterCounts counts = new LaterCounts(database::write, Duration.ofMillis(1));
    counts.add(List.of());
    counts.writeAll(new ShutdownEvent());

    assertThat(database.tried()).isEmpty();
  }
}
