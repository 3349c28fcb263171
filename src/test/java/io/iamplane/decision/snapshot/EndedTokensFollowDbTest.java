package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.TokenHolder;
import io.iamplane.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose tokens ended is known to every replica, and after a restart. */
@QuarkusTest
class EndedTokensFollowDbTest {

  @Inject SnapshotLoader loader;
  @Inject Replicas replicas;
  @Inject TestPlatform platform;
  @Inject Changes changes;

  private Organization tenant;
  private IssuedClient client;
  private SubjectRef subject;
  private PolicySnapshots other;

  @BeforeEach
  void anotherReplica() {
    tenant = platform.tenant();
    client = platform.administrator(tenant);
    platform.administrator(tenant);
    subject = platform.subject(client);
    other = replicas.another();
    other.await(tenant.id(), 0);
  }

  @AfterEach
  void stop() {
    other.stop();
  }

  @Test
  void anotherReplicaKnowsWithinASecond() {
    long before = changes.version(tenant.id()).orElseThrow();
    assertThat(ended(other.known(tenant.id()), before)).isFalse();
    platform.suspend(tenant, client);
    await().atMost(Duration.ofSeconds(1)).until(() -> ended(other.await(tenant.id(), 0), before));
    assertThat(ended(other.await(tenant.id(), 0), before + 1)).as("made since").isFalse();
  }

  @Test
  void aRestartForgetsNothing() {
    long before = changes.version(tenant.id()).orElseThrow();
    platform.suspend(tenant, client);
    TenantPolicy loaded = loader.load(tenant.id()).orElseThrow();
    assertThat(ended(loaded, before)).isTrue();
    assertThat(ended(loaded, before + 1)).isFalse();
    assertThat(loaded.ended("other", new SubjectRef("service_account", "other"), 0)).isFalse();
  }

  @Test
  void rowsThatOutlivedEveryTokenAreRemoved() throws Exception {
    platform.suspend(tenant, client);
    String mine = " WHERE organization_id = '" + tenant.id() + "'";
    Rows.update("UPDATE iam_ended_tokens SET ended_at = ended_at - interval '2 hours'" + mine);
    changes.record(
        Change.policy(
            platform.command(),
            tenant.id(),
            recording -> {
              recording.endTokens(TokenHolder.client("another"));
              return null;
            }));
    assertThat(changes.endedTokens(tenant.id())).as("nothing happened").hasSize(1);
    platform.suspend(tenant, platform.clientWithoutRights(tenant));
    assertThat(changes.endedTokens(tenant.id()))
        .hasSize(1)
        .doesNotContainKey(TokenHolder.subject(subject));
  }

  private boolean ended(TenantPolicy policy, long version) {
    return policy.ended(client.clientId(), subject, version);
  }
}
