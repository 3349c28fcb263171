package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The meaning of database failures for the caller, and for the connection. */
class DatabaseFailureTest {

  @ParameterizedTest
  @CsvSource({
    "08001, UNAVAILABLE, true",
    "08006, UNAVAILABLE, true",
    "25006, UNAVAILABLE, false",
    "53100, UNAVAILABLE, false",
    "57P01, UNAVAILABLE, false",
    // The driver's own, when the pool interrupts a login that takes too long.
    "99999, UNAVAILABLE, true",
    "23505, DUPLICATE, false",
    "40001, CONTENTION, false",
    "55P03, CONTENTION, false",
    "55000, UNAVAILABLE, false",
    "25P02, DEFECT, false",
    "42P01, DEFECT, false"
  })
  void aStateMeans(String state, DatabaseFailure failure, boolean lost) {
    RuntimeException error = new DatabaseException(new SQLException("…", state));

    assertThat(DatabaseFailure.of(error)).contains(failure);
    assertThat(DatabaseFailure.isLostConnection(error)).isEqualTo(lost);
  }

  /** A repeat may succeed, as the member says; a refusal by a rule has none. */
  @ParameterizedTest
  @CsvSource({"40001, not_applied", "40P01, not_applied", "55P03, not_applied", "23505,"})
  void aConflictThatARepeatMayEndHasAnOutcome(String state, String outcome) {
    RuntimeException error = new DatabaseException(new SQLException("…", state));

    IamException refusal = DatabaseFailure.refusal(error, WriteOutcome.UNKNOWN);

    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refusal.members().get("outcome")).isEqualTo(outcome);
  }

  @Test
  void aPoolThatHasNoConnectionInTimeHasNoState() {
    RuntimeException error = new DatabaseException(new SQLException("acquisition timeout"));

    assertThat(DatabaseFailure.of(error)).contains(DatabaseFailure.UNAVAILABLE);
    assertThat(DatabaseFailure.isLostConnection(error)).isTrue();
    assertThat(DatabaseFailure.of(new IllegalStateException())).isEmpty();
  }
}
