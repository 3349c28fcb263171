package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that are sent together, without a transaction around them. */
@QuarkusTest
class RoundTripDbTest {

  @Inject Sql sql;
  @Inject Transactions transactions;

  @BeforeEach
  void table() throws SQLException {
    Rows.update("CREATE TABLE round_trips (number integer PRIMARY KEY)");
  }

  @AfterEach
  void end() throws SQLException {
    TestDatabase.proxy().cutNothing();
    Rows.update("DROP TABLE round_trips");
  }

  private static void insert(RoundTrip trip, int number) {
    trip.update("INSERT INTO round_trips VALUES (?)", number);
  }

  private boolean sent(RoundTrip trip) {
    return transactions.autoCommit(() -> {
      trip.run();
      return true;
    });
  }

  private static List<String> numbers() throws SQLException {
    return Rows.texts("SELECT number::text FROM round_trips ORDER BY number");
  }

  @Test
  void eachSeesTheEffectsOfTheEarlierOnes() throws SQLException {
    RoundTrip trip = sql.roundTrip();
    insert(trip, 1);
    Supplier<Integer> copied =
        trip.count("INSERT INTO round_trips SELECT number + 1 FROM round_trips");
    Supplier<List<Integer>> all =
        trip.list("SELECT number FROM round_trips ORDER BY number", row -> row.getInt(1));
    assertThat(sent(trip)).isTrue();
    assertThat(copied.get()).isEqualTo(1);
    assertThat(all.get()).containsExactly(1, 2);
    assertThat(numbers()).containsExactly("1", "2");
  }

  /**
   * The last of them fails, when the others have been carried out. The driver names a statement
   * that it has sent five times, and knows then what it answers.
   */
  @Test
  void togetherTheyAreOneTransaction() throws SQLException {
    for (int i = 0; i < 12; i++) {
      RoundTrip trip = sql.roundTrip();
      insert(trip, 1);
      trip.list("SELECT number FROM round_trips", row -> row.getInt(1));
      insert(trip, 2);
      insert(trip, 1);
      assertThatThrownBy(() -> sent(trip))
          .isInstanceOfSatisfying(
              IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
      assertThat(numbers()).isEmpty();
    }
  }

  @Test
  void anAnswerThatIsLostLeavesOpenWhatWasDone() throws SQLException {
    TestDatabase.proxy().cutAfter(statement -> statement.contains("round_trips"));
    RoundTrip trip = sql.roundTrip();
    insert(trip, 1);
    assertThatThrownBy(() -> sent(trip))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
              assertThat(e.members()).containsEntry("outcome", WriteOutcome.UNKNOWN.wire());
            });
    assertThat(numbers()).containsExactly("1");
  }

  @Test
  void aTransactionWouldCommitThemLater() {
    assertThatThrownBy(() -> transactions.call(() -> sent(sql.roundTrip())))
        .isInstanceOf(IllegalStateException.class);
  }
}
