package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.iamplane.database.CombinedWrites.Outcome;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The outcomes of combined writes for each answer of the database. */
@QuarkusTest
class CombinedConnectionsDbTest {

  private static final Write FINE = new Write(Write.ANY, "SELECT 'combined'");
  private static final Write REFUSED =
      new Write(
          Write.ANY,
          "SELECT iam_raise_versions(?, ?, ?)",
          new UUID[] {UUID.randomUUID()},
          new long[] {1},
          new long[] {2});

  @Inject AgroalDataSource pool;

  private final AtomicLong time = new AtomicLong();
  private final AtomicInteger written = new AtomicInteger();
  private CombinedConnections connections;

  @BeforeEach
  void open() {
    connections = new CombinedConnections(pool, time::get);
  }

  @AfterEach
  void close() {
    TestDatabase.proxy().cutNothing();
    connections.stop();
  }

  @Test
  void whatIsWrittenIsCommitted() {
    assertThat(write(FINE)).isEqualTo(Outcome.COMMITTED);
    assertThat(written).hasValue(1);
  }

  @Test
  void aRefusalOfOneLetsTheNextOnesTry() {
    assertThat(write(FINE, REFUSED)).isEqualTo(Outcome.NOTHING);
    assertThat(write(new Write(2, "UPDATE iam_policy_versions SET version = 1 WHERE false")))
        .as("it wrote no two rows")
        .isEqualTo(Outcome.NOTHING);
    assertThat(write(new Write(Write.ANY, "SELECT 1 / 0"))).isEqualTo(Outcome.NOTHING);
    assertThat(written).hasValue(0);
    assertThat(write(FINE)).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void afterAnOutageEachWritesForItselfForAWhile() {
    write(FINE);
    TestDatabase.proxy().cutBefore(statement -> statement.contains("'combined'"));
    assertThat(write(FINE)).isEqualTo(Outcome.NOTHING);
    TestDatabase.proxy().cutNothing();
    time.addAndGet(CombinedConnections.PAUSE.toNanos() - 1);
    assertThat(write(FINE)).isEqualTo(Outcome.NOTHING);
    time.addAndGet(1);
    assertThat(write(FINE)).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aConnectionThatBreaksBeforeTheCommitWroteNothing() {
    write(FINE);
    TestDatabase.proxy().cutBefore(statement -> statement.contains("'combined'"));
    assertThat(write(FINE)).isEqualTo(Outcome.NOTHING);
    assertThat(written).hasValue(1);
    TestDatabase.proxy().cutNothing();
    time.addAndGet(CombinedConnections.PAUSE.toNanos());
    assertThat(write(FINE)).as("on another one").isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aConnectionThatBreaksInTheCommitLeavesItOpenWhatWasWritten() {
    write(FINE);
    TestDatabase.proxy().cutBefore("COMMIT"::equals);
    assertThat(write(FINE)).isEqualTo(Outcome.UNKNOWN);
  }

  /** A connection returned to the pool would commit its open transaction. */
  @Test
  void whatEndsInAnErrorIsUndone() throws SQLException {
    assertThatThrownBy(() ->
            connections.write(
                List.of(new Write(Write.ANY, "CREATE TABLE combined_probe (n bigint)")),
                () -> {
                  throw new StackOverflowError("played");
                }))
        .isInstanceOf(StackOverflowError.class);
    assertThat(Rows.texts("SELECT 1 WHERE to_regclass('combined_probe') IS NOT NULL")).isEmpty();
    assertThat(write(FINE)).as("the connection goes on").isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void noConnectionWritesNothing() {
    connections.stop();
    assertThat(write(FINE)).isEqualTo(Outcome.NOTHING);
  }

  private Outcome write(Write... writes) {
    return connections.write(List.of(writes), written::incrementAndGet);
  }
}
