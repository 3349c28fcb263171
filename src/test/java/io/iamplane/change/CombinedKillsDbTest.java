package io.iamplane.change;

import static org.awaitility.Awaitility.await;

import io.iamplane.chain.EventType;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Caller;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL ends connections while several writers of each of several tenants make changes that
 * need no answer of the database, so that groups of several tenants commit together: each caller
 * hears the truth, and each tenant's rows are whole.
 */
@QuarkusTest
class CombinedKillsDbTest {

  private static final Logger LOG = Logger.getLogger(CombinedKillsDbTest.class);
  private static final int TENANTS = 8;
  private static final int GROUP_SIZE = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private record Note(String key) {}

  private record Written(Organization tenant, HeardOutcomes heard) {}

  @Inject GroupedChanges grouped;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;
  @Inject Sql sql;

  private final List<Written> all = new ArrayList<>();
  private volatile boolean stop;
  private Caller caller;

  @BeforeEach
  void tenants() {
    caller = platform.command();
    for (int i = 0; i < TENANTS; i++) {
      all.add(new Written(platform.tenant(), new HeardOutcomes()));
    }
  }

  @Test
  void threeKills() throws Exception {
    kills(3, 2);
  }

  @Test
  @Tag("stress")
  void fortyKills() throws Exception {
    kills(40, 4);
  }

  private void kills(int times, int writersEach) throws Exception {
    Changes door = grouped.ofSize(GROUP_SIZE, 2);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writing = new ArrayList<>();
      for (Written each : all) {
        for (int writer = 0; writer < writersEach; writer++) {
          String name = "w" + writer;
          writing.add(threads.submit(() -> write(door, each, name)));
        }
      }
      try {
        for (int kill = 0; kill < times; kill++) {
          Long[] before = versions();
          await().atMost(PATIENCE).until(() -> isCombinedAfter(before));
          await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(HeardOutcomes::killed);
        }
      } finally {
        stop = true;
      }
      for (Future<?> writer : writing) {
        writer.get();
      }
    }
    all.forEach(this::assertExact);
  }

  private void write(Changes door, Written to, String name) {
    for (int i = 0; !stop; i++) {
      Note note = new Note(name + "-" + i);
      Effect effect = Effect.created(EventType.RELATION_WRITTEN, "note", note.key(), note);
      to.heard()
          .of(
              note.key(),
              () ->
                  door.record(
                      Change.policyOverFacts(
                          caller, to.tenant().id(), recording -> recording.add(effect))));
    }
  }

  private Long[] versions() {
    return ids()
        .map(id ->
            sql.first(
                    "SELECT version FROM iam_policy_versions WHERE organization_id = ?",
                    row -> row.getLong("version"),
                    id)
                .orElseThrow())
        .toArray(Long[]::new);
  }

  /**
   * Returns true if a transaction after these versions belongs to several tenants. Earlier ones are
   * not read: their number grows.
   */
  private boolean isCombinedAfter(Long[] versions) {
    return !sql.list(
            "SELECT c.transaction_id FROM unnest(?::uuid[], ?::bigint[]) AS t (id, version)"
                + " JOIN iam_policy_changes c ON c.organization_id = t.id AND c.version > t.version"
                + " GROUP BY c.transaction_id HAVING count(DISTINCT c.organization_id) > 1",
            row -> true,
            ids().toArray(UUID[]::new),
            versions)
        .isEmpty();
  }

  private Stream<UUID> ids() {
    return all.stream().map(each -> each.tenant().id().value());
  }

  private void assertExact(Written written) {
    List<String> there =
        sql.list(
            "SELECT target_id FROM iam_audit_records WHERE organization_id = ?"
                + " AND target_type = 'note'",
            row -> row.getString("target_id"),
            written.tenant().id().value());
    LOG.infof("%s: %s", written.tenant().key(), written.heard());
    written.heard().assertTrueOf(there);
    spine.assertWhole(written.tenant(), there.size());
  }
}
