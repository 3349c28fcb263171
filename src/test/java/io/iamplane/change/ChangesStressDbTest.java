package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.EventType;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The spine's rules at volume: 64 writers in one tenant, and in a tenant each. */
@QuarkusTest
@Tag("stress")
class ChangesStressDbTest {

  private static final Logger LOG = Logger.getLogger(ChangesStressDbTest.class);
  private static final int WRITERS = 64;
  private static final int CHANGES_EACH = 200;

  @Inject Changes changes;
  @Inject TestPlatform platform;
  @Inject Sql sql;

  @Test
  void sixtyFourWritersOfOneTenantLeaveNoGap() throws Exception {
    Organization tenant = platform.tenant();
    run("one tenant", java.util.Collections.nCopies(WRITERS, tenant));
    assertGapless(tenant, 1L + WRITERS * CHANGES_EACH);
  }

  @Test
  void sixtyFourTenantsLeaveNoGapEach() throws Exception {
    List<Organization> tenants = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      tenants.add(platform.tenant());
    }
    run("64 tenants", tenants);
    tenants.forEach(tenant -> assertGapless(tenant, 1L + CHANGES_EACH));
  }

  private void run(String what, List<Organization> tenants) throws Exception {
    Caller caller = platform.command();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      List<Callable<Boolean>> writers =
          tenants.stream().<Callable<Boolean>>map(tenant -> () -> write(caller, tenant)).toList();
      for (Future<Boolean> done : threads.invokeAll(writers)) {
        assertThat(done.get()).isTrue();
      }
    }
    double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    LOG.infof(
        "%s: %d changes in %.1f s, %.0f a second",
        what, WRITERS * CHANGES_EACH, seconds, WRITERS * CHANGES_EACH / seconds);
  }

  private boolean write(Caller caller, Organization tenant) {
    for (int done = 0; done < CHANGES_EACH; ) {
      try {
        changes.record(Change.policy(caller, tenant.id(), recording -> tell(recording, tenant)));
        done++;
      } catch (IamException e) {
        // 64 writers share 16 connections: one may be refused in time, and then left nothing.
        assertThat(e.code()).isIn(ErrorCode.DEPENDENCY_UNAVAILABLE, ErrorCode.CONFLICT);
      }
    }
    return true;
  }

  private static boolean tell(Recording recording, Organization tenant) {
    recording.add(Effect.created(EventType.GRANT_CREATED, "grant", "g", tenant));
    return true;
  }

  private void assertGapless(Organization tenant, long total) {
    for (String table : List.of("iam_audit_records", "iam_outbox_messages")) {
      assertThat(count(table, "seq", tenant)).as(table).containsExactly(total, 1L, total);
    }
    assertThat(count("iam_policy_changes", "version", tenant)).containsExactly(total, 1L, total);
    assertThat(changes.version(tenant.id())).hasValue(total);
  }

  private List<Long> count(String table, String number, Organization tenant) {
    return sql.first(
            "SELECT count(DISTINCT %2$s) AS n, min(%2$s) AS least, max(%2$s) AS most FROM %1$s"
                    .formatted(table, number)
                + " WHERE organization_id = ?",
            row -> List.of(row.getLong("n"), row.getLong("least"), row.getLong("most")),
            tenant.id().value())
        .orElseThrow();
  }
}
