package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/**
 * A network may lose a client without a sign: then PostgreSQL ends its transaction. Otherwise its
 * locks would stay until TCP notices, which takes hours.
 */
@QuarkusTest
class SilentTransactionDbTest {

  @Inject Transactions transactions;
  @Inject Sql sql;

  @Test
  void aTransactionIsNotSilentForLongerThanADriverWaits() {
    assertThat(transactions.call(this::silence)).isEqualTo("15s");
  }

  @Test
  void aLongReadMayPauseAndLeavesNothingBehind() {
    assertThat(transactions.callOnSnapshot(this::silence)).isEqualTo("10min");
    assertThat(transactions.callOnLongSnapshot(this::silence)).isEqualTo("10min");
    assertThat(transactions.call(this::silence)).isEqualTo("15s");
  }

  private String silence() {
    return sql.first("SHOW idle_in_transaction_session_timeout", row -> row.getString(1))
        .orElseThrow();
  }
}
