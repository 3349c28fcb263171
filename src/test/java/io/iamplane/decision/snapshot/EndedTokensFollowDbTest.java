package io.iamplane.decision.snapshot;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.TokenHolder;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.job.ExpiredRows;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every replica knows ended tokens, also after a restart. */
@QuarkusTest
class EndedTokensFollowDbTest {

  @Inject SnapshotLoader loader;
  @Inject Replicas replicas;
  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject TokenVerifier verifier;
  @Inject ExpiredRows job;

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
  void anotherReplicaKnowsARevokedTokenWithinASecondAndAfterARestart() {
    String token = platform.token(client);
    String jti = verifier.verify(new RawToken(token)).jti();
    long version = verifier.verify(new RawToken(token)).policyVersion();
    assertThat(revoked(other.await(tenant.id(), 0), version, jti)).isFalse();
    given()
        .auth()
        .preemptive()
        .basic(client.clientId(), client.secret().reveal())
        .formParam("token", token)
        .post("/oauth/revoke")
        .then()
        .statusCode(200);
    await()
        .atMost(Duration.ofSeconds(1))
        .until(() -> revoked(other.await(tenant.id(), 0), version, jti));
    assertThat(revoked(other.await(tenant.id(), 0), version, "another")).isFalse();
    TenantPolicy loaded = loader.load(tenant.id()).orElseThrow();
    assertThat(revoked(loaded, version, jti)).isTrue();
    assertThat(revoked(loaded, version, "another")).isFalse();
  }

  @Test
  void theJobRemovesWhatOutlivedEveryTokenInTenantsThatEndNoMore() throws Exception {
    platform.suspend(tenant, client);
    job.run();
    assertThat(changes.endedTokens(tenant.id())).hasSize(1);
    Rows.update(
        "UPDATE iam_ended_tokens SET ended_at = ended_at - interval '121 minutes'"
            + " WHERE organization_id = '"
            + tenant.id()
            + "'");
    job.run();
    assertThat(changes.endedTokens(tenant.id())).isEmpty();
  }

  @Test
  void aRestartForgetsNothing() {
    long before = changes.version(tenant.id()).orElseThrow();
    platform.suspend(tenant, client);
    TenantPolicy loaded = loader.load(tenant.id()).orElseThrow();
    assertThat(ended(loaded, before)).isTrue();
    assertThat(ended(loaded, before + 1)).isFalse();
    assertThat(loaded.ended("other", new SubjectRef("service_account", "other"), token(0, "x")))
        .isFalse();
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
    return policy.ended(client.clientId(), subject, token(version, "x"));
  }

  private boolean revoked(TenantPolicy policy, long version, String jti) {
    return policy.ended(client.clientId(), subject, token(version, jti));
  }

  private static Caller.Token token(long version, String jti) {
    return new Caller.Token(version, Set.of(), jti);
  }
}
