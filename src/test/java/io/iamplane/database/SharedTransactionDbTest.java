package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.database.SharedTransaction.State;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of one transaction: each can be rolled back alone, after any failure. */
@QuarkusTest
class SharedTransactionDbTest {

  @Inject Transactions transactions;
  @Inject Sql sql;
  @Inject EntityManager session;

  private SharedTransaction shared;

  @BeforeEach
  void aTransactionWithATable() {
    shared = transactions.begin();
    shared.whole(() ->
        sql.update("CREATE TEMPORARY TABLE parts (number integer PRIMARY KEY) ON COMMIT DROP"));
  }

  @AfterEach
  void end() {
    shared.rollback();
  }

  @Test
  void aPartThatBreaksAConstraintIsUndoneAlone() {
    shared.part(() -> write(1));
    failing(() -> write(2) + write(1));
    assertThat(shared.state()).isEqualTo(State.OPEN);
    shared.part(() -> write(3));
    failing(() -> together(4, 4));
    assertThat(shared.state()).isEqualTo(State.OPEN);
    shared.part(() -> together(5, 6));
    assertThat(written()).containsExactly(1, 3, 5, 6);
  }

  @Test
  void aPartThatIsRefusedBeforeItWroteUndoesNothing() {
    shared.part(() -> write(1));
    failing(() -> {
      written();
      throw new IllegalArgumentException("refused");
    });
    assertThat(shared.state()).isEqualTo(State.OPEN);
    failing(() -> {
      write(2);
      throw new IllegalArgumentException("refused later");
    });
    assertThat(shared.state()).isEqualTo(State.OPEN);
    assertThat(written()).containsExactly(1);
  }

  @Test
  void aReadThatFailsSpoilsTheTransaction() {
    shared.part(() -> write(1));
    failing(() -> sql.list("SELECT 1 / 0", row -> true).size());
    assertThat(shared.state()).isEqualTo(State.SPOILED);
  }

  /** Going back to the savepoint of the part before would undo that part. */
  @Test
  void aSavepointThatWasNeverSentUndoesNoPartBefore() {
    shared.part(() -> write(1));
    failing(() -> {
      RoundTrip trip = sql.roundTrip();
      trip.update("INSERT INTO parts (number) VALUES (?)", new Unsendable());
      trip.run();
      return 1;
    });
    assertThat(shared.state()).isEqualTo(State.SPOILED);
  }

  /** A part may live with a statement that was never sent. */
  @Test
  void aSavepointThatWasNeverSentIsSetByTheNextWrite() {
    shared.part(() -> write(1));
    shared.part(() -> {
      assertThatThrownBy(
              () -> sql.update("INSERT INTO parts (number) VALUES (?)", new Unsendable()))
          .isInstanceOf(DatabaseException.class);
      return write(2);
    });
    failing(() -> write(3) + write(1));
    assertThat(shared.state()).isEqualTo(State.OPEN);
    assertThat(written()).containsExactly(1, 2);
  }

  @Test
  void aPostponedWriteIsThereForTheNextStatementOfAnyPart() {
    shared.part(() -> later(1));
    assertThat(TestDatabase.proxy().roundTrips(() -> shared.part(() -> later(2)))).isZero();
    assertThat(shared.part(this::written)).containsExactly(1, 2);
    shared.part(() -> later(3) + entity());
    shared.part(() -> later(4));
    shared.whole(() -> together(5, 6));
    assertThat(written()).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void whatAPartPostponedIsUndoneWithItSentOrNot() {
    shared.part(() -> later(1));
    failing(() -> {
      later(2);
      throw new IllegalArgumentException("refused before it was sent");
    });
    failing(() -> {
      later(3);
      assertThat(written()).containsExactly(1, 3);
      throw new IllegalArgumentException("refused when it was sent");
    });
    failing(() -> later(4) + write(5) + write(1));
    assertThat(shared.state()).isEqualTo(State.OPEN);
    shared.part(() -> later(6));
    assertThat(written()).containsExactly(1, 6);
  }

  @Test
  void whatPartsBeforePostponedStaysWhenTheOneThatSentItFails() {
    shared.part(() -> later(1));
    failing(() -> write(2) + write(2));
    shared.part(() -> later(5));
    failing(() -> {
      assertThat(written()).containsExactly(1, 5);
      throw new IllegalArgumentException("refused when it had read");
    });
    assertThat(shared.state()).isEqualTo(State.OPEN);
    shared.part(() -> write(3));
    assertThat(written()).as("and is not sent twice").containsExactly(1, 3, 5);
  }

  @Test
  void aPostponedWriteThatFailsSpoilsTheTransactionForAll() {
    shared.part(() -> write(1));
    shared.part(() -> later(1));
    failing(() -> write(2));
    assertThat(shared.state()).isEqualTo(State.SPOILED);
  }

  /** Inside, an error of the database is translated and loses its cause. */
  @Test
  void aPostponedWriteThatFailsInsideAnotherCallIsKnownAsOne() {
    shared.part(() -> write(1));
    assertThatThrownBy(() ->
            shared.whole(() -> {
              later(1);
              return transactions.call(this::written);
            }))
        .isInstanceOfSatisfying(
            IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(shared.mayBePostponed()).isTrue();
  }

  /** Otherwise each change that is refused like this would be done again for nothing. */
  @Test
  void aWriteOfThePartItselfThatFailsInsideAnotherCallIsNoPostponedOne() {
    shared.part(() -> later(1));
    shared.part(this::written);
    assertThatThrownBy(() -> shared.part(() -> transactions.call(() -> together(2, 2))))
        .isInstanceOfSatisfying(
            IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(shared.mayBePostponed()).isFalse();
  }

  /** Going on would commit the others as if it had been written. */
  @Test
  void aPostponedWriteOfTooFewRowsSpoilsTheTransactionWhateverThePartSays() {
    shared.part(() -> write(1));
    shared.part(() -> {
      sql.updateLater(2, "UPDATE parts SET number = number + 10 WHERE number = ?", 1);
      return 1;
    });
    failing(() -> {
      assertThatThrownBy(this::written).isInstanceOf(IllegalStateException.class);
      return 1;
    });
    assertThat(shared.state()).isEqualTo(State.SPOILED);
  }

  /** The count of its rows is not read if the statement sent with it fails. */
  @Test
  void aPostponedWriteWhoseAnswerIsNotReadSpoilsTheTransaction() {
    shared.part(() -> write(1));
    shared.part(() -> {
      sql.updateLater(2, "UPDATE parts SET number = number + 10 WHERE number = ?", 1);
      return 1;
    });
    failing(() -> together(2, 2));
    assertThat(shared.state()).isEqualTo(State.SPOILED);
  }

  @Test
  void aWriteThatMetNoStatementIsSentAtTheEnd() {
    shared.part(() -> later(1));
    shared.whole(() -> {
      shared.sendPostponed();
      return 1;
    });
    assertThat(TestDatabase.proxy().roundTrips(shared::sendPostponed)).isZero();
    assertThat(written()).containsExactly(1);
  }

  @Test
  void outsideOfSharedTransactionsNothingIsPostponed() {
    shared.rollback();
    transactions.run(() -> {
      sql.update("CREATE TEMPORARY TABLE parts (number integer PRIMARY KEY) ON COMMIT DROP");
      assertThat(TestDatabase.proxy().roundTrips(() -> later(1))).isPositive();
    });
  }

  /** No type of the database. */
  private record Unsendable() {}

  private void failing(Supplier<Integer> work) {
    assertThatThrownBy(() -> shared.part(work)).isInstanceOf(RuntimeException.class);
  }

  private int write(int number) {
    return sql.update("INSERT INTO parts (number) VALUES (?)", number);
  }

  private int later(int number) {
    sql.updateLater(
        1,
        "INSERT INTO parts (number) SELECT * FROM unnest(?::integer[])",
        (Object) new Integer[] {number});
    return 1;
  }

  /** Reads through Hibernate, like a repository. */
  private int entity() {
    return ((Number)
            session.createNativeQuery("SELECT count(*) FROM parts", Long.class).getSingleResult())
        .intValue();
  }

  private int together(int one, int other) {
    RoundTrip trip = sql.roundTrip();
    trip.update(1, "INSERT INTO parts (number) VALUES (?)", one);
    trip.update(1, "INSERT INTO parts (number) VALUES (?)", other);
    trip.run();
    return 2;
  }

  private List<Integer> written() {
    return sql.list("SELECT number FROM parts ORDER BY number", row -> row.getInt("number"));
  }
}
