package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Secret;
import io.iamplane.signin.RefreshFamilyStore.Rotation;
import io.iamplane.testing.KeptPlans;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
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
