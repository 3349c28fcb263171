package io.iamplane.metrics.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Records of the audit log are counted in portions. */
@QuarkusTest
class AuditCountingDbTest {

  @Inject AuditCountStore store;
  @Inject AuditCounting counting;
  @Inject Transactions transactions;
  @Inject Changes changes;
  @Inject TestPlatform platform;

  @Test
  void aTransactionCountsNoMoreHoweverManyOrganizationsAreBehind() throws SQLException {
    List<Organization> behind = List.of(platform.tenant(), platform.tenant(), platform.tenant());
    countAll();
    behind.forEach(this::tell);

    long before = uncounted();
    assertThat(before).isGreaterThanOrEqualTo(90);
    int folded = transactions.call(() -> store.fold(30, 10));
    assertThat(folded).isGreaterThanOrEqualTo(3);
    assertThat(uncounted()).isBetween(before - 30, before - 1);

    countAll();
  }

  private void countAll() {
    await()
        .until(() -> {
          counting.fold();
          return uncounted() == 0;
        });
  }

  private void tell(Organization tenant) {
    changes.record(
        Change.operational(
            platform.command(),
            tenant.id(),
            recording -> {
              for (int i = 0; i < 30; i++) {
                recording.add(
                    Effect.created(EventType.GRANT_CREATED, "grant", "g" + i, Map.of("number", i)));
              }
              return tenant;
            }));
  }

  private static long uncounted() throws SQLException {
    return Long.parseLong(
        Rows.texts(
                "SELECT coalesce(sum(h.seq - coalesce(c.seq, 0)), 0) FROM iam_audit_heads h"
                    + " LEFT JOIN iam_audit_counted c USING (organization_id)")
            .getFirst());
  }
}
