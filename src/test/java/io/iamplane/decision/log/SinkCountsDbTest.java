package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.Transactions;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts are in the database once, wherever a connection breaks. */
@QuarkusTest
class SinkCountsDbTest {

  private static final String INSERT = "INSERT INTO iam_decision_counts_new";

  @Inject DecisionLogStore store;
  @Inject Transactions transactions;

  private final OrganizationId tenant = OrganizationId.next();
  private final Flush flush =
      new Flush(
          List.of(),
          List.of(
              new DecisionCount(
                  tenant, 29_000_000, "app", "read", ReasonCode.GRANTED_BY_GRANT, true, 3)));
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
  void whatIsWrittenIsThere() throws SQLException {
    sink.write(flush);
    sink.write(flush);

    assertThat(counted()).containsExactly("6");
  }

  @Test
  void whatIsCommittedThoughTheConnectionBrokeIsNotWrittenAgain() throws SQLException {
    AtomicBoolean inserted = new AtomicBoolean();
    TestDatabase.proxy()
        .cutAfter(statement -> {
          inserted.compareAndSet(false, statement.contains(INSERT));
          return inserted.get() && statement.equals("COMMIT");
        });

    assertThatThrownBy(() -> sink.write(flush));
    TestDatabase.proxy().cutNothing();
    writeOnceTheFirstHasEnded();

    assertThat(counted()).containsExactly("3");
  }

  @Test
  void whatWasNotCommittedIsWrittenAgain() throws SQLException {
    TestDatabase.proxy().cutBefore(statement -> statement.contains(INSERT));

    assertThatThrownBy(() -> sink.write(flush));
    TestDatabase.proxy().cutNothing();
    writeOnceTheFirstHasEnded();

    assertThat(counted()).containsExactly("3");
  }

  /** The server may notice only now that the connection is gone: until then it is asked again. */
  private void writeOnceTheFirstHasEnded() {
    await()
        .ignoreException(IllegalStateException.class)
        .until(() -> {
          sink.write(flush);
          return true;
        });
  }

  private List<String> counted() throws SQLException {
    return Rows.texts(
        "SELECT sum(number) FROM iam_decision_counts_new WHERE organization_id = '%s'"
            .formatted(tenant.value()));
  }
}
