package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Secret;
import io.iamplane.signin.RefreshFamilyStore.Rotation;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL keeps the plans of statements that look up what some callers presented, also for fewer
 * callers than it assumes.
 */
@QuarkusTest
class CredentialPlansDbTest {

  /** More than the driver and the server take, five each, before a plan is kept. */
  private static final int CALLS = 15;

  private static final Secret UNKNOWN = new Secret("x".repeat(43));

  @Inject SessionCredentials credentials;
  @Inject RefreshFamilyStore families;
  @Inject ApplicationClientQuery applications;
  @Inject Transactions transactions;
  @Inject Sql sql;

  @Test
  void thePlansOfCodesAreKept() {
    areKept("iam_authorization_codes", count -> credentials.codes(hashes(count)));
  }

  @Test
  void thePlansOfRefreshTokensAreKept() {
    areKept("iam_refresh_families", count -> credentials.families(hashes(count)));
  }

  @Test
  void thePlanOfRotationsIsKept() {
    RefreshToken token = new RefreshToken(UNKNOWN, UNKNOWN);
    Rotation rotation = new Rotation(token, token.secretHash(), "jti", Instant.EPOCH);
    areKept(
        "UPDATE iam_refresh_families",
        count -> families.rotateFree(Collections.nCopies(count, rotation)));
  }

  @Test
  void thePlanOfApplicationsIsKept() {
    areKept(
        "JOIN iam_applications",
        count -> applications.findAll(Collections.nCopies(count, "unknown")));
  }

  private static List<byte[]> hashes(int count) {
    return Collections.nCopies(count, RandomSecrets.hash(UNKNOWN));
  }

  private void areKept(String part, Consumer<Integer> call) {
    transactions.run(() -> {
      // As for a large table, of which each element costs some pages.
      sql.list("SELECT set_config('enable_seqscan', 'off', true)", row -> true);
      for (int i = 0; i < CALLS; i++) {
        call.accept(1 + i % 3);
      }
      List<Long> before = customPlans(part);
      for (int i = 0; i < CALLS; i++) {
        call.accept(1 + i % 3);
      }
      assertThat(before).isNotEmpty();
      assertThat(customPlans(part)).isEqualTo(before);
    });
  }

  private List<Long> customPlans(String part) {
    return sql.list(
        "SELECT custom_plans FROM pg_prepared_statements WHERE statement LIKE ? ORDER BY name",
        row -> row.getLong(1),
        "%" + part + "%");
  }
}
