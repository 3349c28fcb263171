package io.iamplane.directory.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.SettableClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClientAuthenticatorTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Secret SECRET = new Secret("the secret");
  private static final Secret OLD = new Secret("the secret before");

  private final SecureRandom random = new SecureRandom();
  private final SettableClock clock = new SettableClock(NOW);
  private final Map<String, ClientRow> rows = new HashMap<>();
  private final ClientAuthenticator authenticator = authenticator(false);

  @Test
  void rightSecretProvesTheClient() {
    put(client("a", ClientStatus.ACTIVE, false), null, true, true);
    AuthenticatedClient proved = authenticator.authenticate("a", SECRET).orElseThrow();
    assertThat(proved.client().clientId()).isEqualTo("a");
    assertThat(proved.platform()).isTrue();
  }

  @Test
  void wrongSecretIsRefused() {
    put(client("a", ClientStatus.ACTIVE, false), null, true, false);
    for (String wrong : new String[] {"", "the secre", "the secret ", "The secret", "***"}) {
      assertThat(authenticator.authenticate("a", new Secret(wrong))).isEmpty();
    }
  }

  @Test
  void unknownClientIsRefused() {
    assertThat(authenticator.authenticate("nobody", SECRET)).isEmpty();
    assertThat(authenticator.authenticate("a\0b", SECRET)).isEmpty();
  }

  @Test
  void unknownClientHasNoSecretThatMatchesTheStandIn() {
    assertThat(SecretHash.NONE.matches(new Secret(""))).isFalse();
    assertThat(SecretHash.NONE.matches(new Secret("\0"))).isFalse();
    assertThat(authenticator.authenticate("nobody", new Secret(""))).isEmpty();
  }

  @Test
  void namesAreComparedCaseIncluded() {
    put(client("client_a", ClientStatus.ACTIVE, false), null, true, false);
    assertThat(authenticator.authenticate("CLIENT_A", SECRET)).isEmpty();
  }

  @Test
  void revokedClientIsRefused() {
    put(client("a", ClientStatus.REVOKED, false), null, true, false);
    assertThat(authenticator.authenticate("a", SECRET)).isEmpty();
  }

  @Test
  void clientOfASuspendedOrganizationIsRefused() {
    put(client("a", ClientStatus.ACTIVE, false), null, false, false);
    assertThat(authenticator.authenticate("a", SECRET)).isEmpty();
  }

  @Test
  void previousSecretWorksUntilItsGraceEnds() {
    ClientRow.Previous previous =
        new ClientRow.Previous(SecretHash.of(OLD, random), NOW.plusSeconds(60));
    put(client("a", ClientStatus.ACTIVE, false), previous, true, false);
    assertThat(authenticator.authenticate("a", OLD)).isPresent();
    assertThat(authenticator.authenticate("a", SECRET)).isPresent();
    clock.advance(Duration.ofSeconds(59));
    assertThat(authenticator.authenticate("a", OLD)).isPresent();
    clock.advance(Duration.ofSeconds(1));
    assertThat(authenticator.authenticate("a", OLD)).isEmpty();
    assertThat(authenticator.authenticate("a", SECRET)).isPresent();
  }

  @Test
  void developmentClientIsUnknownInProduction() {
    put(client("dev-admin", ClientStatus.ACTIVE, true), null, true, false);
    assertThat(authenticator.authenticate("dev-admin", SECRET)).isPresent();
    assertThat(authenticator(true).authenticate("dev-admin", SECRET)).isEmpty();
  }

  // --- Keys ---

  @Test
  void claimedClientIsProvedByItsKeysAlone() {
    put(keyClient(ClientStatus.ACTIVE, true));
    ClaimedClient claimed = authenticator.claimed("k");
    assertThat(claimed.prove(keys -> false)).isEmpty();
    AuthenticatedClient proved =
        claimed.prove(keys -> keys.find("one", AssertionAlgorithm.ES256).isPresent()).orElseThrow();
    assertThat(proved.client().clientId()).isEqualTo("k");
    assertThat(proved.platform()).isFalse();
  }

  @Test
  void clientWithKeysHasNoSecret() {
    put(keyClient(ClientStatus.ACTIVE, true));
    for (String secret : new String[] {"", "\0", "null", SECRET.reveal()}) {
      assertThat(authenticator.authenticate("k", new Secret(secret))).isEmpty();
    }
  }

  /** Even if a row held both, which the table forbids, the method decides. */
  @Test
  void methodDecidesWhichCredentialCounts() {
    ClientRow row = keyClient(ClientStatus.ACTIVE, true);
    put(
        new ClientRow(
            row.client(), SecretHash.of(SECRET, random), null, true, false, row.keys(), 1));
    assertThat(authenticator.authenticate("k", SECRET)).isEmpty();
    put(
        new ClientRow(
            client("a", ClientStatus.ACTIVE, false),
            SecretHash.of(SECRET, random),
            null,
            true,
            false,
            row.keys(),
            1));
    assertThat(authenticator.claimed("a").prove(keys -> true)).isEmpty();
  }

  @Test
  void nothingProvesWhoMayNotAskAndTheProofIsTriedOnNoKeys() {
    put(client("a", ClientStatus.ACTIVE, false), null, true, false);
    put(keyClient(ClientStatus.REVOKED, true));
    assertUnprovable("nobody", "a\0b", "a", "K", "k");
    put(keyClient(ClientStatus.ACTIVE, false));
    assertUnprovable("k");
  }

  private void assertUnprovable(String... clientIds) {
    for (String clientId : clientIds) {
      List<JsonWebKeys> tried = new ArrayList<>();
      assertThat(authenticator.claimed(clientId).prove(tried::add)).as(clientId).isEmpty();
      assertThat(tried).hasSize(1);
      assertThat(tried.getFirst().thumbprints()).isEmpty();
    }
  }

  private static ClientRow keyClient(ClientStatus status, boolean active) {
    JsonWebKeys keys = JsonWebKeys.parse(AssertionForge.jwks(new AssertionForge("one").jwk()));
    return KeyClients.row("k", status, keys, active);
  }

  private void put(ClientRow row) {
    rows.put(row.client().clientId(), row);
  }

  @Test
  void saltMakesEqualSecretsDiffer() {
    SecretHash one = SecretHash.of(SECRET, random);
    SecretHash other = SecretHash.of(SECRET, random);
    assertThat(one.salt()).isNotEqualTo(other.salt());
    assertThat(one.hash()).isNotEqualTo(other.hash()).hasSize(32);
  }

  @Test
  void nothingThatHoldsASecretShowsIt() {
    assertThat(SECRET).hasToString("***");
    assertThat(new IssuedClient("a", SECRET).toString()).doesNotContain("the secret");
    ClientRow row = put(client("a", ClientStatus.ACTIVE, false), null, true, false);
    assertThat(row.toString()).doesNotContain("the secret").contains("***");
  }

  private ClientAuthenticator authenticator(boolean production) {
    return new ClientAuthenticator(id -> Optional.ofNullable(rows.get(id)), clock, production);
  }

  private ClientRow put(
      Client client, ClientRow.@Nullable Previous previous, boolean active, boolean platform) {
    ClientRow row =
        new ClientRow(client, SecretHash.of(SECRET, random), previous, active, platform, null, 1);
    rows.put(client.clientId(), row);
    return row;
  }

  private static Client client(String id, ClientStatus status, boolean development) {
    return new Client(
        id,
        OrganizationId.next(),
        new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "1"),
        status,
        development,
        new TreeSet<>(),
        NOW,
        ClientAuthMethod.CLIENT_SECRET,
        null,
        false,
        null);
  }
}
