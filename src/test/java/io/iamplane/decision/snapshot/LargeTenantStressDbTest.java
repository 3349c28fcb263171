package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery;
import io.iamplane.change.Recording;
import io.iamplane.directory.organization.Organization;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.ScannedDocument;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tenant of a million grants and a million relations is loaded from the tables, and followed. */
@QuarkusTest
@TestProfile(LargeTenantStressDbTest.WithRoom.class)
@Tag("stress")
class LargeTenantStressDbTest {

  private static final int ROWS = Integer.getInteger("stress.rows", 1_000_000);
  private static final int ROLES = 100;
  private static final int CHANGES = 1_000;

  private static final double MOST_SECONDS = 30;
  private static final long MOST_MEGABYTES = 600;
  private static final double MOST_MILLIS = 1;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Inject PolicySnapshots snapshots;
  @Inject SnapshotLoader loader;
  @Inject ChangeApplier applier;
  @Inject PolicyHistoryQuery history;
  @Inject TestPlatform platform;
  @Inject ManifestInstaller manifests;
  @Inject Changes changes;
  @Inject GrantService grants;
  @Inject RelationService relations;

  /** The tenant takes more than a fifth of the heap of tests, and a wait is for its whole load. */
  public static final class WithRoom implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "iam.decision.memory-percent",
          "80",
          "iam.decision.tenant-memory-percent",
          "80",
          "iam.decision.request-deadline",
          "60s",
          ScannedDocument.NONE,
          "true");
    }
  }

  @Test
  void itIsLoadedAndFollowedInTime() throws Exception {
    Organization tenant = platform.tenant();
    fill(tenant);
    OrganizationId id = tenant.id();
    long empty = used();
    long began = System.nanoTime();
    TenantPolicy policy = snapshots.await(id, 0);
    double seconds = (System.nanoTime() - began) / 1e9;
    assertThat(policy).isNotNull();
    long megabytes = used() - empty >> 20;
    double processor = processorSeconds(id);
    System.out.printf(
        "%,d grants and %,d relations: loaded in %.1f s (%.1f s of a warm processor), %d MB"
            + " (estimated %d)%n",
        ROWS, ROWS, seconds, processor, megabytes, policy.weight() >> 20);
    Applied applied = follow(id);
    System.out.printf(
        "a change applied: %s; of the processor %s%n",
        times(applied.waited()), times(applied.worked()));
    assertThat(seconds).as("seconds").isLessThanOrEqualTo(MOST_SECONDS);
    assertThat(megabytes).as("MB").isLessThanOrEqualTo(MOST_MEGABYTES);
    assertThat(applied.worked()[CHANGES * 99 / 100] / 1e6)
        .as("p99 in ms")
        .isLessThanOrEqualTo(MOST_MILLIS);
  }

  /** Times another load by the processor time of its thread; others use the machine meanwhile. */
  private double processorSeconds(OrganizationId id) {
    long before = THREADS.getCurrentThreadCpuTime();
    assertThat(loader.load(id)).isPresent();
    return (THREADS.getCurrentThreadCpuTime() - before) / 1e9;
  }

  /** Waiting and processor times of the changes, in nanoseconds, in order. */
  private record Applied(long[] waited, long[] worked) {}

  private static String times(long[] nanos) {
    return "p50 %.3f ms, p99 %.3f ms, at most %.3f ms"
        .formatted(
            nanos[CHANGES / 2] / 1e6, nanos[CHANGES * 99 / 100] / 1e6, nanos[CHANGES - 1] / 1e6);
  }

  private Applied follow(OrganizationId id) {
    TenantPolicy policy = snapshots.await(id, 0);
    List<Grant> made = new ArrayList<>();
    for (int i = 0; i < CHANGES; i++) {
      change(id, i, made);
    }
    TreeMap<Long, List<PolicyChange>> since = history.since(id, policy.version(), CHANGES);
    assertThat(since).hasSize(CHANGES);
    Applied applied = new Applied(new long[CHANGES], new long[CHANGES]);
    int i = 0;
    for (var change : since.entrySet()) {
      long start = System.nanoTime();
      long worked = THREADS.getCurrentThreadCpuTime();
      policy = applier.apply(policy, change.getKey(), change.getValue());
      applied.worked()[i] = THREADS.getCurrentThreadCpuTime() - worked;
      applied.waited()[i++] = System.nanoTime() - start;
    }
    Arrays.sort(applied.waited());
    Arrays.sort(applied.worked());
    return applied;
  }

  private void change(OrganizationId id, int i, List<Grant> made) {
    SubjectRef user = new SubjectRef("user", Volume.uuid(1 + i * 7 % (ROWS / 5)).toString());
    SubjectRef document = new SubjectRef("doc", "d" + i * 13);
    switch (i % 3) {
      case 0 ->
          made.add(
              record(
                  id,
                  recording ->
                      grants.create(
                          recording, NewGrant.role(user, "docs:role" + i % ROLES).build())));
      case 1 ->
          record(
              id,
              recording ->
                  relations.write(
                      recording, List.of(NewRelation.of(user, null, "owner", document))));
      default -> record(id, recording -> grants.revoke(recording, made.removeLast().id(), null));
    }
  }

  private <T> T record(OrganizationId id, Function<Recording, T> body) {
    return changes.record(Change.policy(platform.command(), id, body));
  }

  /** Writes the tenant of {@code FootprintTest}: users with five grants, documents in folders. */
  private void fill(Organization tenant) throws SQLException {
    manifests.apply(platform.command(), tenant.id(), Manifests.parse(manifest()));
    Volume volume = new Volume(tenant.id());
    volume.users(ROWS / 5);
    volume.insert(
        ROWS,
        """
        INSERT INTO iam_grants (id, organization_id, subject_type, subject_id, privilege_type,
          privilege_key, effect, resource_type, resource_id, status, source, created_at, updated_at)
        SELECT %s, '%s', 'user', %s::text, 'role', 'docs:role' || i %% %d,
          CASE WHEN i %% 50 = 49 THEN 'deny' ELSE 'permit' END,
          CASE WHEN i %% 3 = 0 THEN 'doc' END, CASE WHEN i %% 3 = 0 THEN 'd' || i %% %d END,
          'active', 'direct', now(), now()
        """
            .formatted(
                Volume.id("i"),
                tenant.id().value(),
                Volume.id("(1 + i % " + ROWS / 5 + ")"),
                ROLES,
                ROWS / 2));
    volume.insert(
        ROWS,
        """
        INSERT INTO iam_relations (id, organization_id, subject_type, subject_id, relation,
          object_type, object_id, created_at)
        SELECT %s, '%s', CASE WHEN i %% 2 = 0 THEN 'user' ELSE 'folder' END,
          CASE WHEN i %% 2 = 0 THEN %s::text ELSE 'f' || i / 20 END,
          CASE WHEN i %% 2 = 0 THEN 'viewer' ELSE 'parent' END, 'doc', 'd' || i / 2, now()
        """
            .formatted(
                Volume.id("i"), tenant.id().value(), Volume.id("(1 + i % " + ROWS / 5 + ")")));
    Volume.analyze("iam_grants, iam_relations");
  }

  private static String manifest() {
    return """
    {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
     "permissions": [%s], "roles": [%s],
     "types": {
       "folder": {"relations": {"parent": "folder", "viewer": "user", "owner": "user"}},
       "doc": {"relations": {"parent": "folder", "viewer": "user", "owner": "user"},
         "permissions": {"can_read": "viewer | owner | parent->viewer"}}}}
    """
        .formatted(
            IntStream.range(0, ROLES)
                .mapToObj("{\"key\": \"p%d\", \"resource\": \"doc\"}"::formatted)
                .collect(Collectors.joining(",")),
            IntStream.range(0, ROLES)
                .mapToObj(i ->
                    "{\"key\": \"role%d\", \"label\": \"Role\", \"permissions\": [\"p%d\", \"p%d\"]}"
                        .formatted(i, i, (i + 7) % ROLES))
                .collect(Collectors.joining(",")));
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
