package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

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

  @Test
  void aPoolThatHasNoConnectionInTimeHasNoState() {
    RuntimeException error = new DatabaseException(new SQLException("acquisition timeout"));

    assertThat(DatabaseFailure.of(error)).contains(DatabaseFailure.UNAVAILABLE);
    assertThat(DatabaseFailure.isLostConnection(error)).isTrue();
    assertThat(DatabaseFailure.of(new IllegalStateException())).isEmpty();
  }
}
