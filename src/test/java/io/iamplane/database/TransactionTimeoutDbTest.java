package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A timed-out transaction is reported as such, and not as an outage of the database. */
@QuarkusTest
class TransactionTimeoutDbTest {

  @Inject Transactions transactions;
  @Inject TransactionManager manager;
  @Inject Sql sql;

  @BeforeEach
  void aSecondIsEnough() throws SystemException {
    manager.setTransactionTimeout(1);
  }

  @AfterEach
  void asUsual() throws SystemException {
    manager.setTransactionTimeout(0);
  }

  @Test
  void whatTheNextStatementRunsIntoIsTheTimeout() {
    isTimeout(() -> {
      read();
      timeIsOver();
      return read();
    });
  }

  /**
   * The driver closes a statement that is cancelled, and reads an answer that comes nevertheless.
   */
  @Test
  void aStatementThatIsUnderWayEndsWithTheTimeout() {
    isTimeout(() -> {
      sql.update(
          """
          CREATE FUNCTION pg_temp.stubborn() RETURNS integer LANGUAGE plpgsql AS $$
          BEGIN
            PERFORM pg_sleep(5);
            RETURN 1;
          EXCEPTION WHEN query_canceled THEN
            PERFORM pg_sleep(0.2);
            RETURN 2;
          END $$
          """);
      RoundTrip trip = sql.roundTrip();
      Supplier<List<Boolean>> slept = trip.list("SELECT pg_temp.stubborn()", row -> true);
      trip.run();
      return slept.get().size();
    });
  }

  @Test
  void theCommitIsRefusedForTheTimeout() {
    isTimeout(() -> {
      int read = read();
      timeIsOver();
      return read;
    });
  }

  @Test
  void aRefusalOfTheWorkStands() {
    IamException refusal =
        refused(() -> {
          timeIsOver();
          throw IamException.conflict("It is there already.");
        });
    assertThat(refusal.code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void anotherFailureIsNoTimeout() {
    IamException refusal =
        refused(() -> {
          throw IamException.dependencyUnavailable(new IllegalStateException("away"));
        });
    assertThat(refusal.getCause()).isNotInstanceOf(TransactionTimeoutException.class);
  }

  private void isTimeout(Supplier<Integer> work) {
    IamException refusal = refused(work);
    assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
    assertThat(refusal.members()).containsEntry("outcome", "not_applied");
    assertThat(refusal.getCause()).isInstanceOf(TransactionTimeoutException.class);
  }

  private IamException refused(Supplier<Integer> work) {
    return catchThrowableOfType(IamException.class, () -> transactions.call(work));
  }

  private int read() {
    return sql.first("SELECT 1 AS one", row -> row.getInt("one")).orElseThrow();
  }

  private void timeIsOver() {
    await()
        .pollInSameThread()
        .until(() ->
            manager.getStatus() != Status.STATUS_ACTIVE
                && manager.getStatus() != Status.STATUS_ROLLING_BACK);
  }
}
