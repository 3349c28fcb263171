package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.iamplane.change.StatementWatch;
import io.iamplane.shared.Caller;
import io.iamplane.testing.OAuthFixture;
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

/**
 * The connection breaks before and after each statement of a rotation and of a revocation, as if
 * the process had been killed there: the keys are those from before, or all steps were taken.
 */
@QuarkusTest
class KeyFaultsDbTest {

  private static final List<String> BEFORE = List.of("active", "overlap", "pending");
  private static final List<String> ROTATED = List.of("active", "overlap", "pending", "retired");
  private static final List<String> REVOKED = List.of("active", "overlap", "pending", "revoked");

  @Inject SigningKeys keys;
  @Inject OAuthFixture fixture;
  private Caller platform;

  @BeforeEach
  void caller() {
    platform = fixture.platform();
  }

  @AfterEach
  void repair() throws SQLException {
    TestDatabase.proxy().cutNothing();
    reset();
  }

  @Test
  void rotationIsWholeOrNotAtAll() throws Exception {
    everyCut(() -> keys.rotate(platform, KeyPurpose.TOKEN), ROTATED);
  }

  @Test
  void revocationIsWholeOrNotAtAll() throws Exception {
    everyCut(() -> keys.revoke(platform, active(), "leaked"), REVOKED);
  }

  private void everyCut(Supplier<KeyRotation> act, List<String> done) throws Exception {
    List<String> statements =
        StatementWatch.agreed(() -> {
          reset();
          return StatementWatch.statementsOf(act::get);
        });
    assertThat(statements).hasSizeGreaterThan(10).endsWith("COMMIT");
    assertThat(statuses()).isEqualTo(done);
    for (int at = 0; at < statements.size(); at++) {
      reset();
      TestDatabase.proxy().cutBefore(StatementWatch.at(statements, at));
      assertThat(catchThrowable(act::get)).as(statements.get(at)).isNotNull();
      TestDatabase.proxy().cutNothing();
      assertThat(statuses()).as("cut before %s", statements.get(at)).isEqualTo(BEFORE);

      TestDatabase.proxy().cutAfter(StatementWatch.at(statements, at));
      assertThat(catchThrowable(act::get)).as(statements.get(at)).isNotNull();
      TestDatabase.proxy().cutNothing();
      assertThat(statuses())
          .as("cut after %s", statements.get(at))
          .isEqualTo(at == statements.size() - 1 ? done : BEFORE);
    }
    reset();
    assertThat(act.get().isRotated()).isTrue();
  }

  /** A key that signs, one that stands by and is known to all, and one that is to be retired. */
  private void reset() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys");
    keys.ensureActive(platform);
    older();
    keys.rotate(platform, KeyPurpose.TOKEN);
    older();
  }

  private static void older() throws SQLException {
    Rows.update(
        """
        UPDATE iam_signing_keys SET published_at = published_at - interval '24 hours',
          activated_at = activated_at - interval '24 hours',
          superseded_at = superseded_at - interval '24 hours'
        """);
  }

  private static String active() {
    try {
      return Rows.texts("SELECT kid FROM iam_signing_keys WHERE status = 'active'").getFirst();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> statuses() throws SQLException {
    return Rows.texts(
        "SELECT status FROM iam_signing_keys WHERE purpose = 'token' ORDER BY status");
  }
}
