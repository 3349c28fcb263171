package io.iamplane.ops.maintenance;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.database.DatabaseException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The migration at start waits for a database, and for nothing else. */
class StartUpMigrationTest {

  private static final DatabaseException AWAY =
      new DatabaseException(new SQLException("refused", "08001"));
  private static final DatabaseException DEFECT =
      new DatabaseException(new SQLException("syntax", "42601"));

  private final AtomicInteger attempts = new AtomicInteger();
  private StartUpMigration migration = migration(() -> {});

  @AfterEach
  void stop() {
    migration.stop();
  }

  @Test
  void aDatabaseThatAnswersIsMigratedBeforeTheStartEnds() {
    migration.start();

    assertThat(migration.done()).isCompleted();
    assertThat(attempts).hasValue(1);
  }

  @Test
  void anAbsentDatabaseDoesNotHoldUpTheStartAndIsMigratedLater() {
    migration =
        migration(() -> {
          if (attempts.get() < 4) {
            throw AWAY;
          }
        });

    migration.start();

    assertThat(migration.done()).succeedsWithin(30, SECONDS);
    assertThat(attempts).hasValue(4);
  }

  @Test
  void aBrokenMigrationFailsTheStart() {
    migration =
        migration(() -> {
          throw DEFECT;
        });

    assertThatThrownBy(migration::start).hasRootCauseMessage("syntax");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void whatIsNotEnabledIsNotDone() {
    StartUpMigration disabled =
        new StartUpMigration(attempts::incrementAndGet, false, Duration.ofMillis(1));

    disabled.atStart(new io.quarkus.runtime.StartupEvent());

    assertThat(attempts).hasValue(0);
    assertThat(disabled.done()).isNotDone();
    disabled.stop();
  }

  private StartUpMigration migration(Runnable work) {
    return new StartUpMigration(
        () -> {
          attempts.incrementAndGet();
          work.run();
        },
        true,
        Duration.ofMillis(1));
  }
}
