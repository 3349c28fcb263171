package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Secret;
import io.iamplane.signin.RefreshFamilyStore.Rotation;
import io.iamplane.testing.KeptPlans;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The plans of statements that look up codes, refresh tokens and applications. */
@QuarkusTest
class CredentialPlansDbTest {

  private static final Secret UNKNOWN = new Secret("x".repeat(43));

  @Inject SessionCredentials credentials;
  @Inject RefreshFamilyStore families;
  @Inject ApplicationClientQuery applications;
  @Inject Transactions transactions;
  @Inject Sql sql;

  private KeptPlans plans;

  @BeforeEach
  void plans() {
    plans = new KeptPlans(transactions, sql);
  }

  private static List<byte[]> hashes(int count) {
    return Collections.nCopies(count, RandomSecrets.hash(UNKNOWN));
  }

  @Test
  void codesAndTheirSessions() {
    plans.areKept(2, "code_hash = ANY ((", count -> credentials.codes(hashes(count)));
  }

  @Test
  void refreshTokensAndTheirSessions() {
    plans.areKept(2, "handle_hash = ANY ((", count -> credentials.families(hashes(count)));
  }

  /** A planner that knew the time would find few rows that last, and plan each call for them. */
  @Test
  void sessionsOfWhichMostHaveEnded() throws SQLException {
    Rows.updatePastTriggers(
        """
        INSERT INTO iam_sessions (id, organization_id, user_id, secret_hash, aal, amr,
          policy_version, used_at, ends_at, expires_at)
        SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), sha256(text(i)::bytea),
          'aal1', 'pwd', -1, '2001-01-01', '2001-01-02', '2001-01-02'
        FROM generate_series(1, 5000) i
        """);
    try {
      Rows.update("ANALYZE iam_sessions");
      codesAndTheirSessions();
      refreshTokensAndTheirSessions();
    } finally {
      Rows.update("DELETE FROM iam_sessions WHERE policy_version = -1");
      Rows.update("ANALYZE iam_sessions");
    }
  }

  @Test
  void rotations() {
    RefreshToken token = new RefreshToken(UNKNOWN, UNKNOWN);
    Rotation rotation = new Rotation(token, token.secretHash(), "jti");
    plans.areKept(
        1,
        "SKIP LOCKED) free",
        count -> families.rotateFree(Collections.nCopies(count, rotation), Instant.EPOCH));
  }

  @Test
  void applications() {
    plans.areKept(
        1,
        "JOIN iam_applications",
        count -> applications.findAll(Collections.nCopies(count, "unknown")));
  }
}
