package io.iamplane.token.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.iamplane.client.Client;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rows of used assertions: one use, and no growth without end. */
@QuarkusTest
class UsedAssertionDbTest {

  /** Long past: rows of these tests are the oldest, and other tests' rows are not expired then. */
  private static final Instant NOW = Instant.parse("2001-01-01T00:00:00Z");

  @Inject OAuthFixture fixture;
  @Inject UsedAssertionStore store;
  @Inject ExpiredAssertionsJob job;
  @Inject Transactions transactions;

  private final AssertionForge forge = new AssertionForge("one");
  private Client client;

  @BeforeEach
  void makeClient() throws SQLException {
    Rows.update("DELETE FROM iam_client_assertions");
    client = fixture.keyClient(fixture.tenant(), AssertionForge.jwks(forge.jwk()));
  }

  @Test
  void secondUseIsNone() {
    assertThat(use(client, "a", NOW)).isTrue();
    assertThat(use(client, "a", NOW)).isFalse();
    assertThat(use(client, "b", NOW)).isTrue();
  }

  @Test
  void clientsDoNotUseUpEachOthersAssertions() {
    OrganizationId tenant = client.organization();
    Client sister = fixture.keyClient(tenant, AssertionForge.jwks(forge.jwk()));
    Client stranger = fixture.keyClient(fixture.tenant(), AssertionForge.jwks(forge.jwk()));
    for (Client each : new Client[] {client, sister, stranger}) {
      assertThat(use(each, "a", NOW)).isTrue();
      assertThat(use(each, "a", NOW)).isFalse();
    }
  }

  @Test
  void nameMayComeBackOnceItsAssertionIsLongExpired() {
    assertThat(use(client, "a", NOW)).isTrue();
    assertThat(use(client, "a", NOW.plusSeconds(119))).isFalse();
    assertThat(use(client, "a", NOW.plusSeconds(120))).isTrue();
    assertThat(use(client, "a", NOW.plusSeconds(121))).isFalse();
  }

  @Test
  void useThatIsRolledBackIsNone() {
    assertThat(
            catchThrowable(() ->
                transactions.run(() -> {
                  assertThat(use(client, "a", NOW)).isTrue();
                  throw new IllegalStateException("lost");
                })))
        .hasMessage("lost");
    assertThat(use(client, "a", NOW)).isTrue();
  }

  @Test
  void expiredRowsGoInPortionsAndLivingOnesStay() throws SQLException {
    for (int i = 0; i < 5; i++) {
      use(client, "old" + i, NOW);
    }
    Instant later = NOW.plusSeconds(120);
    use(client, "new", later);
    assertThat(removed(later, 3)).isEqualTo(3);
    assertThat(count()).isEqualTo(3);
    assertThat(removed(later, 3)).isEqualTo(2);
    assertThat(count()).isEqualTo(1);
    assertThat(use(client, "new", later)).isFalse();
  }

  @Test
  void theJobRemovesExpiredRows() throws SQLException {
    use(client, "old", NOW);
    job.run();
    assertThat(count()).isZero();
  }

  private int removed(Instant now, int most) {
    return transactions.call(() -> store.removeExpired(now, most));
  }

  private boolean use(Client by, String jti, Instant now) {
    byte[] hash = Hashes.sha256(jti.getBytes(StandardCharsets.UTF_8));
    return transactions.call(() -> store.use(by, hash, now.plusSeconds(120), now));
  }

  private static int count() throws SQLException {
    return Integer.parseInt(Rows.texts("SELECT count(*) FROM iam_client_assertions").getFirst());
  }
}
