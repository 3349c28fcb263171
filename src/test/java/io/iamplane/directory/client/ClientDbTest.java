package io.iamplane.directory.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.KeptPlans;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ClientDbTest {

  @Inject OAuthFixture fixture;
  @Inject ClientService clients;
  @Inject ClientAuthenticator authenticator;
  @Inject ClientQuery store;
  @Inject Changes changes;
  @Inject Transactions transactions;
  @Inject Sql sql;
  private OrganizationId tenant;

  @BeforeEach
  void makeTenant() {
    tenant = fixture.tenant();
  }

  @AfterEach
  void withoutDevelopmentClients() throws SQLException {
    Rows.update("DELETE FROM iam_clients WHERE development");
  }

  @Test
  void thePlanOfTheirReadIsKept() {
    new KeptPlans(transactions, sql)
        .areKept(
            1, "AS subject_active", count -> store.findAll(Collections.nCopies(count, "unknown")));
  }

  @Test
  void madeClientProvesItselfWithTheSecretShownOnce() {
    IssuedClient issued = fixture.client(tenant, "iam:users.read", "iam:groups.read");
    assertThat(issued.clientId()).matches("client_[a-z2-7]{26}");
    assertThat(issued.secret().reveal()).matches("[\\w-]{43}");
    Client client =
        authenticator.authenticate(issued.clientId(), issued.secret()).orElseThrow().client();
    assertThat(client.organization()).isEqualTo(tenant);
    assertThat(client.status()).isEqualTo(ClientStatus.ACTIVE);
    assertThat(client.development()).isFalse();
    assertThat(client.scopes()).containsExactly("iam:groups.read", "iam:users.read");
    assertThat(client.subject().type()).isEqualTo(SubjectRef.SERVICE_ACCOUNT);
  }

  @Test
  void namesAndSecretsAreNeverTheSame() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      IssuedClient issued = fixture.client(tenant);
      assertThat(seen.add(issued.clientId())).isTrue();
      assertThat(seen.add(issued.secret().reveal())).isTrue();
    }
  }

  @Test
  void creationIsRecordedOnceInTheTenantsChain() throws SQLException {
    IssuedClient issued = fixture.client(tenant, "iam:groups.read");
    List<String> records =
        Rows.texts(
            "SELECT canonical FROM iam_audit_records WHERE event_type = 'iam.client.created'"
                + " AND organization_id = '"
                + tenant
                + "'");
    assertThat(records).hasSize(1);
    assertThat(records.getFirst()).contains(issued.clientId(), "\"scopes\":[\"iam:groups.read\"]");
  }

  @Test
  void secretIsNowhereInTheDatabaseNorInTheLog() throws SQLException {
    List<String> log = new ArrayList<>();
    Handler listener = listener(log);
    Logger.getLogger("").addHandler(listener);
    IssuedClient issued;
    String token;
    try {
      issued = fixture.client(tenant);
      token = token(issued.clientId(), issued.secret().reveal(), 200);
      token(issued.clientId(), issued.secret().reveal() + "x", 401);
    } finally {
      Logger.getLogger("").removeHandler(listener);
    }
    String secret = issued.secret().reveal();
    String hex = HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8));
    assertThat(Rows.tablesWith(issued.clientId())).contains("iam_clients");
    assertThat(Rows.tablesWith(secret, hex, token)).isEmpty();
    assertThat(String.join("\n", log)).doesNotContain(secret, token);
  }

  @Test
  void developmentClientIsMarkedAndFoundByTheStartUpCheck() {
    fixture.developmentClient(tenant, "dev-admin-test", "dev-secret");
    assertThat(store.development()).contains("dev-admin-test");
    assertThat(new DevelopmentClientCheck(store::development, true).findings()).isNotEmpty();
    assertThat(token("dev-admin-test", "dev-secret", 200)).isNotEmpty();
    ClientAuthenticator production = new ClientAuthenticator(store::find, Clock.systemUTC(), true);
    assertThat(production.authenticate("dev-admin-test", new Secret("dev-secret"))).isEmpty();
  }

  @Test
  void nameIsUniqueAmongAllTenants() {
    fixture.developmentClient(tenant, "dev-twice", "a");
    OrganizationId other = fixture.tenant();
    assertThatThrownBy(() -> fixture.developmentClient(other, "dev-twice", "b"))
        .isInstanceOf(IamException.class)
        .hasMessageContaining("conflict");
    assertThat(token("dev-twice", "a", 200)).isNotEmpty();
  }

  @Test
  void clientOfAnotherOrganizationThanTheChangesIsRefused() {
    OrganizationId other = fixture.tenant();
    NewClient client =
        new NewClient(other, new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "1"), Set.of());
    assertThatThrownBy(() ->
            changes.record(
                Change.policy(
                    fixture.platform(), tenant, recording -> clients.create(recording, client))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String token(String id, String secret, int status) {
    String token =
        RestAssured.given()
            .auth()
            .preemptive()
            .basic(id, secret)
            .formParam("grant_type", "client_credentials")
            .post("/oauth/token")
            .then()
            .statusCode(status)
            .extract()
            .path("access_token");
    return token == null ? "" : token;
  }

  private static Handler listener(List<String> log) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        log.add(
            record.getMessage()
                + List.of(record.getParameters() == null ? new Object[0] : record.getParameters()));
      }

      @Override
      public void flush() {
        // Nothing is buffered.
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
