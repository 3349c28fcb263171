package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.iamplane.database.Transactions;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks and counts are in the database once, wherever a connection breaks. */
@QuarkusTest
class PostgresSinkDbTest {

  private static final String INSERT = "INSERT INTO iam_decisions";

  private static final String AFTER_BLOCKS = "INSERT INTO iam_decision_counts_new";

  @Inject DecisionLogStore store;
  @Inject Transactions transactions;

  private final OrganizationId first = OrganizationId.next();
  private final OrganizationId second = OrganizationId.next();

  /** Two blocks, in this order. */
  private final Flush flush =
      new FlushBuilder().of(List.of(Decisions.logged(first), Decisions.logged(second)), List.of());

  private PostgresSink sink;

  @BeforeEach
  void aSink() {
    sink = new PostgresSink(store, transactions, false);
  }

  @AfterEach
  void cutNothing() {
    TestDatabase.proxy().cutNothing();
  }

  @Test
  void whatIsWrittenIsThereAtOnce() throws SQLException {
    AtomicInteger commits = new AtomicInteger();
    TestDatabase.proxy()
        .cutBefore(statement -> {
          if (statement.equals("COMMIT")) {
            commits.incrementAndGet();
          }
          return false;
        });

    sink.write(flush);

    assertThat(commits).hasValue(1);
    requireOnce();
  }

  @Test
  void whatIsCommittedThoughTheConnectionBrokeIsNotWrittenAgain() throws SQLException {
    cutAfterCommitOf(INSERT);

    assertThatThrownBy(() -> sink.write(flush));
    TestDatabase.proxy().cutNothing();
    sink.write(flush);

    requireOnce();
  }

  /** A database that has no time for all of a flush takes a part of it each time. */
  @Test
  void eachTryGoesOnWhereTheOneBeforeEnded() throws SQLException {
    cutAtInsert(1);
    assertThatThrownBy(() -> sink.write(flush));
    cutAtInsert(2);
    assertThatThrownBy(() -> sink.write(flush)).isInstanceOf(PartlyWrittenException.class);
    cutAtInsert(1);
    assertThatThrownBy(() -> sink.write(flush))
        .as("no progress this time")
        .isNotInstanceOf(PartlyWrittenException.class);
    assertThat(blocks()).containsExactly(first.toString());
    assertThat(counted()).containsExactly("0");

    cutAtInsert(2);
    sink.write(flush);

    requireOnce();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void countsWhoseCommitHasNoAnswerAreCountedOnce(boolean durable) throws SQLException {
    sink = new PostgresSink(store, transactions, durable);
    Flush counts = new Flush(List.of(), flush.counts());
    cutAfterCommitOf(AFTER_BLOCKS);
    assertThatThrownBy(() -> sink.write(counts));
    TestDatabase.proxy().cutNothing();

    sink.write(counts);
    assertThat(counted()).containsExactly("2");
    sink.write(counts);
    assertThat(counted()).as("later ones").containsExactly("4");
  }

  @Test
  void whereAnswersWaitACommitWithoutAnAnswerIsResolved() throws SQLException {
    sink = new PostgresSink(store, transactions, true);
    cutAfterCommitOf(INSERT);
    assertThatThrownBy(() -> sink.write(flush));
    TestDatabase.proxy().cutNothing();

    sink.write(flush, () -> fail("it was there"));
    requireOnce();
  }

  /** The record says allow, since that was decided, and the denial is recorded besides. */
  @Test
  void anAnswerThatWasWithdrawnMeanwhileHasARecordOfItsDenial() throws SQLException {
    Asking asking = Decisions.asking(first);
    LoggedDecision allowed = Decisions.logged(asking, ReasonCode.GRANTED_BY_GRANT, Map.of());
    LogBuffer buffer = new LogBuffer(1_000_000);
    AnsweredTarget target = durable(buffer);
    cutAfterCommitOf(INSERT);
    assertThatThrownBy(() -> target.write(List.of(allowed), List.of()));
    TestDatabase.proxy().cutNothing();
    asking.withdraw();

    target.write(List.of(allowed), List.of());
    target.released();

    List<LoggedDecision> more = buffer.take(100).decisions();
    assertThat(more)
        .extracting(LoggedDecision::reason)
        .containsExactly(ReasonCode.DEPENDENCY_UNAVAILABLE);
    target.write(more, List.of());
    target.released();
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(reasons()).containsExactly("dependency_unavailable 1", "granted_by_grant 1");
  }

  /** An attempt that sends nothing does not count for the one before it, which is committed. */
  @Test
  void aDenialIsRecordedAlsoAfterAnAttemptThatSentNothing() throws SQLException {
    Asking asking = Decisions.asking(first);
    LoggedDecision allowed = Decisions.logged(asking, ReasonCode.GRANTED_BY_GRANT, Map.of());
    LogBuffer buffer = new LogBuffer(1_000_000);
    AnsweredTarget target = durable(buffer);
    cutAfterCommitOf(INSERT);
    assertThatThrownBy(() -> target.write(List.of(allowed), List.of()));
    asking.withdraw();
    TestDatabase.proxy().cutBefore(statement -> true);
    assertThatThrownBy(() -> target.write(List.of(allowed), List.of()));
    TestDatabase.proxy().cutNothing();

    target.write(List.of(allowed), List.of());
    target.released();

    assertThat(buffer.take(100).decisions())
        .extracting(LoggedDecision::reason)
        .containsExactly(ReasonCode.DEPENDENCY_UNAVAILABLE);
  }

  private AnsweredTarget durable(LogBuffer buffer) {
    return new AnsweredTarget(
        new PostgresSink(store, transactions, true),
        buffer,
        new DecisionMeters(new SimpleMeterRegistry()),
        System::nanoTime,
        () -> 0,
        true);
  }

  /**
   * After a lost connection nothing is written, since an answer may be withdrawn before the next
   * try.
   */
  @Test
  void whereAnswersWaitEachTryIsAWhole() throws SQLException {
    sink = new PostgresSink(store, transactions, true);
    for (int i = 0; i < 2; i++) {
      TestDatabase.proxy().cutBefore(statement -> statement.contains(AFTER_BLOCKS));
      assertThatThrownBy(() -> sink.write(flush));
    }
    assertThat(blocks()).isEmpty();

    TestDatabase.proxy().cutNothing();
    sink.write(flush);

    requireOnce();
  }

  /** After the COMMIT of a transaction with a statement. */
  private static void cutAfterCommitOf(String part) {
    AtomicInteger seen = new AtomicInteger();
    TestDatabase.proxy()
        .cutAfter(statement -> {
          seen.addAndGet(statement.contains(part) ? 1 : 0);
          return seen.get() > 0 && statement.equals("COMMIT");
        });
  }

  private List<String> reasons() throws SQLException {
    return Rows.texts(
        """
        SELECT reason || ' ' || sum(number) FROM iam_decision_counts_new
        WHERE organization_id = '%s' GROUP BY reason ORDER BY 1
        """
            .formatted(first.value()));
  }

  private void requireOnce() throws SQLException {
    assertThat(blocks()).containsExactlyInAnyOrder(first.toString(), second.toString());
    assertThat(counted()).containsExactly("2");
  }

  /** Before one of so many inserts from now on. */
  private static void cutAtInsert(int number) {
    AtomicInteger seen = new AtomicInteger();
    TestDatabase.proxy()
        .cutBefore(
            statement -> statement.contains(INSERT + "\n") && seen.incrementAndGet() == number);
  }

  private List<String> blocks() throws SQLException {
    return Rows.texts(
        "SELECT organization_id FROM iam_decisions WHERE organization_id IN ('%s', '%s')"
            .formatted(first.value(), second.value()));
  }

  private List<String> counted() throws SQLException {
    return Rows.texts(
        """
        SELECT coalesce(sum(number), 0) FROM iam_decision_counts_new
        WHERE organization_id IN ('%s', '%s')
        """
            .formatted(first.value(), second.value()));
  }
}
