package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reading the base of a change costs nothing for the tenant's other writers, as they wait for its
 * lock.
 */
@QuarkusTest
class PolicyDraftsDbTest {

  @Inject PolicyDrafts drafts;
  @Inject PolicySnapshots snapshots;
  @Inject Changes changes;
  @Inject Transactions transactions;
  @Inject UserService users;
  @Inject Sql sql;
  @Inject TestPlatform platform;

  private Organization tenant;

  @BeforeEach
  void loaded() {
    tenant = platform.tenant();
    assertThat(snapshots.await(tenant.id(), 0)).isNotNull();
  }

  @Test
  void whatIsInMemoryAtTheLockedVersionIsTakenWithoutAsking() {
    Seen seen = inChange(this::seen);
    assertThat(seen.version()).isEqualTo(seen.locked());
    assertThat(seen.reads()).isZero();
  }

  @Test
  void whatTheTransactionChangedBeforeIsReadFromIt() {
    Seen seen =
        transactions.call(() -> {
          create("before");
          return inChange(this::seen);
        });
    assertThat(seen.locked()).isEqualTo(2);
    assertThat(seen.version()).isEqualTo(2);
    assertThat(seen.reads()).isPositive();
  }

  @Test
  void whatIsBehindInMemoryIsReadOnTheOwnConnection() {
    Seen seen =
        transactions.call(() -> {
          create("one");
          create("two");
          return inChange(this::seen);
        });
    assertThat(seen.version()).isEqualTo(3);
    assertThat(snapshots.known(tenant.id()).version()).as("committed since").isEqualTo(3);
  }

  /**
   * Observations of a change.
   *
   * @param reads of the table of changes, while the lock was held
   */
  private record Seen(long locked, long version, long reads) {}

  private Seen seen(Recording recording) {
    long before = reads();
    long version = drafts.base(recording).policy().version();
    return new Seen(recording.version(), version, reads() - before);
  }

  private long reads() {
    return sql.first(
            "SELECT coalesce(seq_scan, 0) + coalesce(idx_scan, 0) FROM pg_stat_xact_user_tables"
                + " WHERE relname = 'iam_policy_changes'",
            row -> row.getLong(1))
        .orElseThrow();
  }

  private <T> T inChange(Function<Recording, T> body) {
    return changes.record(Change.operational(platform.command(), tenant.id(), body));
  }

  private void create(String name) {
    CreateUserRequest user = CreateUserRequest.of(null, name, Map.of());
    changes.record(
        Change.policy(platform.command(), tenant.id(), recording -> users.create(recording, user)));
  }
}
