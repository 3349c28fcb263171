package io.iamplane.directory.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ClientKeysDbTest {

  @Inject OAuthFixture fixture;
  @Inject ClientService clients;
  @Inject ClientAuthenticator authenticator;
  @Inject Changes changes;

  private final JsonWebKeys keys = keys("one");
  private OrganizationId tenant;

  @BeforeEach
  void makeTenant() {
    tenant = fixture.tenant();
  }

  @Test
  void clientWithKeysIsFoundWithThem() {
    Client made = create("iam:users.read", "iam:groups.read");
    assertThat(made.clientId()).matches("client_[a-z2-7]{26}");
    assertThat(made.authMethod()).isEqualTo(ClientAuthMethod.PRIVATE_KEY_JWT);
    assertThat(made.status()).isEqualTo(ClientStatus.ACTIVE);
    assertThat(made.scopes()).containsExactly("iam:groups.read", "iam:users.read");
    assertThat(made.keys()).isEqualTo(keys.thumbprints());
    assertThat(found(made)).isEqualTo(made);
  }

  @Test
  void itHasNoSecret() throws SQLException {
    Client made = create();
    for (String guess : new String[] {"", "\0", "null"}) {
      assertThat(authenticator.authenticate(made.clientId(), new Secret(guess))).isEmpty();
    }
    assertThat(
            Rows.texts(
                "SELECT num_nonnulls(secret_salt, secret_hash) FROM iam_clients WHERE client_id = '"
                    + made.clientId()
                    + "'"))
        .containsExactly("0");
  }

  @Test
  void clientWithASecretHasNoKeys() {
    IssuedClient issued = fixture.client(tenant);
    Client client =
        authenticator.authenticate(issued.clientId(), issued.secret()).orElseThrow().client();
    assertThat(client.authMethod()).isEqualTo(ClientAuthMethod.CLIENT_SECRET);
    assertThat(client.keys()).isEmpty();
    assertThat(authenticator.claimed(issued.clientId()).prove(any -> true)).isEmpty();
  }

  @Test
  void creationIsRecordedWithMethodAndThumbprints() throws SQLException {
    Client made = create();
    assertThat(records("iam.client.created"))
        .singleElement()
        .asString()
        .contains(
            made.clientId(), "\"auth_method\":\"private_key_jwt\"", keys.thumbprints().get("one"));
  }

  @Test
  void keysAreReplacedWholeAtOnceAndOnRecord() throws SQLException {
    Client made = create();
    JsonWebKeys next = keys("one");
    Client replaced = replace(made.clientId(), next);
    assertThat(replaced.keys()).isEqualTo(next.thumbprints()).isNotEqualTo(made.keys());
    assertThat(found(made)).isEqualTo(replaced);
    assertThat(records("iam.client.keys_replaced"))
        .singleElement()
        .asString()
        .contains(keys.thumbprints().get("one"), next.thumbprints().get("one"));
  }

  @Test
  void sameKeysAgainLeaveNoTrace() throws SQLException {
    Client made = create();
    assertThat(replace(made.clientId(), keys)).isEqualTo(made);
    assertThat(records("iam.client.keys_replaced")).isEmpty();
  }

  /** The key is the same, and verifies fewer signatures from then on. */
  @Test
  void algorithmAloneIsAChange() throws SQLException {
    AssertionForge rsa = new AssertionForge("one", "PS256");
    Client made = create();
    replace(made.clientId(), JsonWebKeys.parse(AssertionForge.jwks(rsa.jwk())));
    assertThat(verifies(made, AssertionAlgorithm.RS256)).isTrue();
    replace(made.clientId(), JsonWebKeys.parse(AssertionForge.jwks(rsa.jwk().put("alg", "PS256"))));
    assertThat(verifies(made, AssertionAlgorithm.RS256)).isFalse();
    assertThat(verifies(made, AssertionAlgorithm.PS256)).isTrue();
    assertThat(records("iam.client.keys_replaced")).hasSize(2);
  }

  private boolean verifies(Client client, AssertionAlgorithm algorithm) {
    return authenticator
        .claimed(client.clientId())
        .prove(known -> known.find("one", algorithm).isPresent())
        .isPresent();
  }

  @Test
  void unknownAndForeignClientsAreNotFound() {
    Client made = create();
    OrganizationId other = fixture.tenant();
    assertThat(code(other, made.clientId())).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(code(tenant, "client_nobody")).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(found(made).keys()).isEqualTo(made.keys());
  }

  @Test
  void clientWithASecretAndARevokedOneTakeNoKeys() throws SQLException {
    IssuedClient issued = fixture.client(tenant);
    assertThat(code(tenant, issued.clientId())).isEqualTo(ErrorCode.CONFLICT);
    Client made = create();
    Rows.update(
        "UPDATE iam_clients SET status = 'revoked' WHERE client_id = '" + made.clientId() + "'");
    assertThat(code(tenant, made.clientId())).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void clientOfAnotherOrganizationThanTheChangesIsRefused() {
    NewClient foreign = newClient(fixture.tenant());
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            changes.record(
                Change.policy(
                    fixture.platform(),
                    tenant,
                    recording -> clients.createWithKeys(recording, foreign, keys))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jwks = NULL",
        "auth_method = 'client_secret'",
        "auth_method = 'none'",
        "auth_method = NULL",
        "secret_salt = decode(repeat('00', 16), 'hex'), secret_hash = decode(repeat('00', 32), 'hex')",
        "secret_hash = decode(repeat('00', 32), 'hex')"
      })
  void tableHoldsTheFittingCredentialAndNoOther(String change) {
    Client made = create();
    String where = " WHERE client_id = '" + made.clientId() + "'";
    assertThatThrownBy(() -> Rows.update("UPDATE iam_clients SET " + change + where))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("violates");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jwks = '{}'",
        "secret_salt = NULL",
        "secret_hash = NULL, secret_salt = NULL",
        "auth_method = 'private_key_jwt'",
        "auth_method = 'private_key_jwt', jwks = '{}'"
      })
  void tableHoldsASecretForTheOtherMethod(String change) {
    IssuedClient issued = fixture.client(tenant);
    String where = " WHERE client_id = '" + issued.clientId() + "'";
    assertThatThrownBy(() -> Rows.update("UPDATE iam_clients SET " + change + where))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("violates");
  }

  private Client found(Client client) {
    return authenticator
        .claimed(client.clientId())
        .prove(any -> true)
        .map(AuthenticatedClient::client)
        .orElseThrow();
  }

  private Client create(String... scopes) {
    return changes.record(
        Change.policy(
            fixture.platform(),
            tenant,
            recording -> clients.createWithKeys(recording, newClient(tenant, scopes), keys)));
  }

  private Client replace(String clientId, JsonWebKeys next) {
    return replace(tenant, clientId, next);
  }

  private Client replace(OrganizationId organization, String clientId, JsonWebKeys next) {
    return changes.record(
        Change.policy(
            fixture.platform(),
            organization,
            recording -> clients.replaceKeys(recording, clientId, next)));
  }

  private ErrorCode code(OrganizationId organization, String clientId) {
    IamException refusal =
        catchThrowableOfType(
            IamException.class, () -> replace(organization, clientId, keys("two")));
    assertThat(refusal).isNotNull();
    return refusal.code();
  }

  private List<String> records(String type) throws SQLException {
    return Rows.texts(
        "SELECT canonical FROM iam_audit_records WHERE event_type = '"
            + type
            + "' AND organization_id = '"
            + tenant
            + "'");
  }

  private static NewClient newClient(OrganizationId organization, String... scopes) {
    return new NewClient(
        organization, new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "1"), Set.of(scopes));
  }

  private static JsonWebKeys keys(String kid) {
    return JsonWebKeys.parse(AssertionForge.jwks(new AssertionForge(kid).jwk()));
  }
}
