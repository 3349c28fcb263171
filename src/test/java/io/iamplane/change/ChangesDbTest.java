package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.EventType;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.organization.UpdateOrganizationRequest;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ChangesDbTest {

  private static final int WRITERS = 64;
  private static final int CHANGES_PER_WRITER = 4;

  @Inject Changes changes;
  @Inject Transactions transactions;
  @Inject OrganizationService organizations;
  @Inject TestPlatform platform;
  @Inject Sql sql;
  @Inject ObjectMapper mapper;

  @Test
  void creationOpensVersionAndChain() {
    Organization tenant = platform.tenant();
    assertThat(changes.version(tenant.id())).hasValue(1);
    assertThat(longs("SELECT seq AS n FROM iam_audit_records WHERE organization_id = ?", tenant))
        .containsExactly(1L);
    assertThat(chainHolds(tenant.id())).isTrue();
  }

  @Test
  void everyEffectHasItsRecordItsChangeRowAndItsMessage() {
    Organization tenant = platform.tenant();
    changes.record(
        Change.policy(
            platform.command(),
            tenant.id(),
            recording -> {
              recording.add(effect(tenant, "a"));
              recording.add(effect(tenant, "b"));
              return true;
            }));
    assertThat(changes.version(tenant.id())).hasValue(2);
    assertThat(
            longs(
                "SELECT ordinal AS n FROM iam_policy_changes WHERE organization_id = ? AND version"
                    + " = 2 ORDER BY ordinal",
                tenant))
        .containsExactly(0L, 1L);
    assertThat(
            longs(
                "SELECT seq AS n FROM iam_outbox_messages WHERE organization_id = ? ORDER BY seq",
                tenant))
        .containsExactly(1L, 2L, 3L);
    assertThat(chainHolds(tenant.id())).isTrue();
  }

  @Test
  void whoHoldsAnotherTenantsTurnWaitsForALockAMomentOnly() throws Exception {
    Organization busy = platform.tenant();
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = end::countDown) {
      Future<Boolean> holder = threads.submit(() -> changes.record(blocked(busy, locked, end)));
      assertThat(locked.await(10, TimeUnit.SECONDS)).isTrue();
      // As a write with an Idempotency-Key, whose transaction begins before its target is known.
      assertTimeout(
          Duration.ofSeconds(4),
          () ->
              assertThatThrownBy(() -> transactions.call(() -> changes.record(plain(busy))))
                  .isInstanceOfSatisfying(
                      IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT)));
      end.countDown();
      assertThat(holder.get(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(transactions.<Boolean>call(() -> changes.record(plain(busy)))).isTrue();
    assertThat(
            transactions.call(() -> {
              changes.record(plain(busy));
              return sql.first("SHOW lock_timeout", row -> row.getString(1)).orElseThrow();
            }))
        .as("the usual wait again")
        .isEqualTo("4s");
  }

  /** A guard is asked after the body has written: its refusal must not be committed over. */
  @Test
  void aRefusedChangeKeepsTheTransactionAroundItFromCommitting() {
    Organization tenant = platform.tenant();
    assertThatThrownBy(() ->
            transactions.call(() -> {
              assertThatThrownBy(() -> changes.record(renamedAndRefused(tenant)))
                  .hasMessageContaining("refused");
              return true;
            }))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE));
    assertThat(
            transactions.call(() ->
                sql.first(
                    "SELECT name FROM iam_organizations WHERE id = ?",
                    row -> row.getString(1),
                    tenant.id().value())))
        .contains(tenant.name());
  }

  private Change<Boolean> renamedAndRefused(Organization tenant) {
    return Change.policy(
        platform.command(),
        tenant.id(),
        recording -> {
          sql.update(
              "UPDATE iam_organizations SET name = 'Other' WHERE id = ?", tenant.id().value());
          throw IamException.conflict("refused");
        });
  }

  private Change<Boolean> plain(Organization tenant) {
    return Change.policy(
        platform.command(),
        tenant.id(),
        recording -> {
          recording.add(effect(tenant, "a"));
          return true;
        });
  }

  private Change<Boolean> blocked(Organization tenant, CountDownLatch locked, CountDownLatch end) {
    return Change.policy(
        platform.command(),
        tenant.id(),
        recording -> {
          locked.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          recording.add(effect(tenant, "b"));
          return true;
        });
  }

  @Test
  void eventsAreCloudEventsThatCarryVersionAndNumber() throws Exception {
    Organization tenant = platform.tenant();
    JsonNode event =
        mapper.readTree(
            sql.first(
                    "SELECT body FROM iam_outbox_messages WHERE organization_id = ?",
                    row -> row.getString("body"),
                    tenant.id().value())
                .orElseThrow());
    assertThat(event.path("specversion").asText()).isEqualTo("1.0");
    assertThat(event.path("type").asText()).isEqualTo("iam.organization.created");
    assertThat(event.path("source").asText()).isEqualTo("http://localhost:8080");
    assertThat(event.path("subject").asText()).isEqualTo("organization:" + tenant.id());
    assertThat(event.at("/data/policy_version").asLong()).isEqualTo(1);
    assertThat(event.at("/data/seq").asLong()).isEqualTo(1);
    assertThat(event.at("/data/after/key").asText()).isEqualTo(tenant.key());
    assertThat(event.at("/data/before").isMissingNode()).isTrue();
  }

  @Test
  void operationalChangeLeavesTheVersionAlone() {
    Organization tenant = platform.tenant();
    organizations.update(
        platform.command(),
        tenant.id().toString(),
        present -> new UpdateOrganizationRequest("Renamed", present.status()),
        null);
    assertThat(changes.version(tenant.id())).hasValue(1);
    assertThat(records(tenant)).isEqualTo(2);
  }

  @Test
  void changeThatTellsNothingLeavesNoTrace() {
    Organization tenant = platform.tenant();
    changes.record(Change.policy(platform.command(), tenant.id(), recording -> true));
    assertThat(changes.version(tenant.id())).hasValue(1);
    assertThat(records(tenant)).isEqualTo(1);
  }

  @Test
  void refusalInsideABodyLeavesNothing() {
    Organization tenant = platform.tenant();
    assertThatThrownBy(() ->
            changes.record(
                Change.policy(
                    platform.command(),
                    tenant.id(),
                    recording -> {
                      recording.add(effect(tenant, "a"));
                      throw IamException.conflict("no");
                    })))
        .isInstanceOf(IamException.class);
    assertThat(changes.version(tenant.id())).hasValue(1);
    assertThat(records(tenant)).isEqualTo(1);
  }

  @Test
  void unknownOrganizationIsNotFound() {
    assertThatThrownBy(() ->
            changes.record(
                Change.policy(platform.command(), OrganizationId.next(), recording -> true)))
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void sixtyFourWritersOfOneTenantLeaveNoGap() throws Exception {
    Organization tenant = platform.tenant();
    List<Callable<Boolean>> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      String name = "writer-" + writer;
      writers.add(() -> writeRepeatedly(tenant, name));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (Future<Boolean> done : threads.invokeAll(writers)) {
        assertThat(done.get()).isTrue();
      }
    }
    long total = (long) WRITERS * CHANGES_PER_WRITER + 1;
    List<Long> gapless = LongStream.rangeClosed(1, total).boxed().toList();
    assertThat(changes.version(tenant.id())).hasValue(total);
    assertThat(
            longs(
                "SELECT version AS n FROM iam_policy_changes WHERE organization_id = ?"
                    + " ORDER BY version",
                tenant))
        .isEqualTo(gapless);
    assertThat(
            longs(
                "SELECT seq AS n FROM iam_audit_records WHERE organization_id = ?"
                    + " ORDER BY seq",
                tenant))
        .isEqualTo(gapless);
    assertThat(
            longs(
                "SELECT seq AS n FROM iam_outbox_messages WHERE organization_id = ?"
                    + " ORDER BY seq",
                tenant))
        .isEqualTo(gapless);
    assertThat(chainHolds(tenant.id())).isTrue();
  }

  @Test
  void recordsCannotBeChangedOrRemoved() {
    Organization tenant = platform.tenant();
    for (String attack :
        List.of(
            "UPDATE iam_audit_records SET actor = 'x' WHERE organization_id = ?",
            "DELETE FROM iam_audit_records WHERE organization_id = ?")) {
      assertThatThrownBy(() -> sql.update(attack, tenant.id().value()))
          .hasStackTraceContaining("append-only");
    }
    assertThatThrownBy(() -> sql.update("TRUNCATE iam_audit_records"))
        .hasStackTraceContaining("append-only");
  }

  private boolean writeRepeatedly(Organization tenant, String name) {
    for (int i = 0; i < CHANGES_PER_WRITER; i++) {
      String id = name + '-' + i;
      retried(() ->
          changes.record(
              Change.policyOverFacts(
                  platform.command(),
                  tenant.id(),
                  recording -> {
                    recording.add(effect(tenant, id));
                    return true;
                  })));
    }
    return true;
  }

  /** A pool of 16 connections under 64 writers may refuse one; a refused change left nothing. */
  private static void retried(Runnable change) {
    for (int tries = 0; ; tries++) {
      try {
        change.run();
        return;
      } catch (IamException e) {
        if (tries == 100
            || (e.code() != ErrorCode.DEPENDENCY_UNAVAILABLE && e.code() != ErrorCode.CONFLICT)) {
          throw e;
        }
      }
    }
  }

  private static Effect effect(Organization tenant, String id) {
    return Effect.created(EventType.GRANT_CREATED, "grant", id, tenant);
  }

  private long records(Organization tenant) {
    return longs("SELECT count(*) AS n FROM iam_audit_records WHERE organization_id = ?", tenant)
        .getFirst();
  }

  private List<Long> longs(String query, Organization tenant) {
    return sql.list(query, row -> row.getLong("n"), tenant.id().value());
  }

  /** Recomputes every hash from the stored text, and compares the end with the head. */
  private boolean chainHolds(OrganizationId organization) {
    byte[][] previous = {ChainHash.genesis(organization)};
    sql.list(
        "SELECT seq, canonical, prev_hash, hash FROM iam_audit_records WHERE organization_id = ?"
            + " ORDER BY seq",
        row -> {
          assertThat(row.getBytes("prev_hash")).isEqualTo(previous[0]);
          previous[0] = ChainHash.record(previous[0], row.getString("canonical"));
          assertThat(row.getBytes("hash")).isEqualTo(previous[0]);
          return true;
        },
        organization.value());
    byte[] head =
        sql.first(
                "SELECT hash FROM iam_audit_heads WHERE organization_id = ?",
                row -> row.getBytes("hash"),
                organization.value())
            .orElseThrow();
    return java.util.Arrays.equals(head, previous[0]);
  }
}
