package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.Caller;
import io.iamplane.shared.Ticker;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The effect of a revocation on other replicas: each has a ring of its own beside one database. */
@QuarkusTest
class KeyReplicasDbTest {

  @Inject SigningKeys keys;
  @Inject KeyRing own;
  @Inject RingLoader loader;
  @Inject Clock clock;
  @Inject Ticker ticker;
  @Inject OAuthFixture fixture;

  private List<KeyRing> replicas;
  private Caller platform;
  private String first;

  @BeforeEach
  void replicasThatKnowTheFirstKey() throws SQLException {
    platform = fixture.platform();
    Rows.update("DELETE FROM iam_signing_keys");
    first = keys.ensureActive(platform).kid();
    replicas = Stream.concat(Stream.of(own), Stream.generate(this::ring).limit(2)).toList();
    await().until(() -> all(ring -> ring.find(first).isPresent()));
    await().until(() -> all(ring -> ring.current().kid().equals(first)));
  }

  @AfterEach
  void stop() throws SQLException {
    replicas.stream().filter(ring -> ring != own).forEach(KeyRing::stop);
    Rows.update(
        "UPDATE iam_signing_keys SET published_at = published_at - interval '1 hour'"
            + ", activated_at = activated_at - interval '1 hour'");
  }

  @Test
  void everyReplicaDropsARevokedKeyWithinASecondAndSignsWithTheNext() {
    KeyRotation done = keys.revoke(platform, first, "leaked");
    String next = done.active().orElseThrow().kid();
    await().atMost(Duration.ofSeconds(1)).until(() -> all(ring -> !ring.accepts(first)));
    assertThat(replicas)
        .allSatisfy(ring -> {
          assertThat(ring.accepts(next)).isTrue();
          assertThat(ring.current().kid()).isEqualTo(next);
          assertThat(ring.find(first)).isEmpty();
          assertThat(ring.published()).doesNotContainKey(first);
          assertThat(ring.earlyActivations()).as("stated and counted").isOne();
        });
  }

  private KeyRing ring() {
    return new KeyRing(loader, clock, ticker);
  }

  private boolean all(Predicate<KeyRing> holds) {
    return replicas.stream().allMatch(holds);
  }
}
