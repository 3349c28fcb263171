package io.iamplane.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.key.KeyRing;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.LogCapture;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.token.RawToken;
import io.iamplane.token.VerifiedToken;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** {@code private_key_jwt} at the token endpoint: one token for each valid assertion. */
@QuarkusTest
class AssertionTokenApiTest extends AssertionApiFixture {

  @Inject KeyRing keys;

  // --- Success ---

  @Test
  void assertionGetsAToken() {
    Response answer = asserting(good()).post(PATH);
    answer
        .then()
        .statusCode(200)
        .header("Cache-Control", "no-store")
        .body("token_type", equalTo("Bearer"))
        .body("expires_in", equalTo(900))
        .body("scope", equalTo("iam:groups.read iam:users.read"));
    VerifiedToken token = verifier.verify(new RawToken(answer.path("access_token")));
    assertThat(token.clientId()).isEqualTo(client.clientId());
    assertThat(token.organization()).isEqualTo(tenant);
    assertThat(token.subject()).isEqualTo(client.subject());
  }

  @Test
  void scopeAndClientIdMayStandBesideIt() {
    asserting(good())
        .formParam("client_id", client.clientId())
        .formParam("scope", "iam:groups.read")
        .post(PATH)
        .then()
        .statusCode(200)
        .body("scope", equalTo("iam:groups.read"));
    asserting(good())
        .formParam("scope", "iam:roles.read")
        .post(PATH)
        .then()
        .statusCode(400)
        .body("error", equalTo("invalid_scope"));
  }

  @Test
  void issuerIsAnAudienceTooAndTheHostHeaderIsNot() {
    accepted(sign(claims -> claims.put("aud", AssertionForge.ISSUER)));
    String forHost = sign(claims -> claims.put("aud", "http://evil.example.com/oauth/token"));
    assertRefused(
        asserting(forHost)
            .header("Host", "evil.example.com")
            .header("X-Forwarded-Host", "evil.example.com")
            .header("Forwarded", "host=evil.example.com"));
  }

  @Test
  void namelessKeyIsClearWhenThereIsOne() {
    ObjectNode nameless = forge.header();
    nameless.remove("kid");
    accepted(forge.sign(nameless, claims()));
    AssertionForge second = new AssertionForge("two");
    fixture.replaceKeys(client, AssertionForge.jwks(forge.jwk(), second.jwk()));
    assertRefused(forge.sign(nameless, claims()));
    accepted(good());
    accepted(second.good(client.clientId(), clock.instant()));
  }

  @Test
  void replacedKeysCountAtOnce() {
    AssertionForge next = new AssertionForge("one");
    accepted(good());
    fixture.replaceKeys(client, AssertionForge.jwks(next.jwk()));
    assertRefused(good());
    accepted(next.good(client.clientId(), clock.instant()));
  }

  // --- Once ---

  @Test
  void sameAssertionAgainIsRefused() {
    String assertion = good();
    accepted(assertion);
    assertRefused(assertion);
  }

  @Test
  void ofSixteenAtOnceExactlyOneGetsAToken() throws Exception {
    for (int round = 0; round < 3; round++) {
      String assertion = good();
      CountDownLatch start = new CountDownLatch(1);
      try (ExecutorService callers = Executors.newFixedThreadPool(16)) {
        List<Future<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
          answers.add(
              callers.submit(() -> {
                start.await();
                return asserting(assertion).post(PATH).statusCode();
              }));
        }
        start.countDown();
        List<Integer> codes = new ArrayList<>();
        for (Future<Integer> answer : answers) {
          codes.add(answer.get());
        }
        assertThat(codes).containsOnly(200, 401).containsOnlyOnce(200);
      }
    }
  }

  @Test
  void forgeryDoesNotUseUpTheAssertion() {
    String assertion = good();
    int dot = assertion.lastIndexOf('.');
    assertRefused(assertion.substring(0, dot + 1) + AssertionForge.base64(new byte[64]));
    accepted(assertion);
  }

  // --- Methods ---

  @Test
  void twoWaysAtOnceAreRefused() {
    IssuedClient secret = fixture.client(tenant);
    for (RequestSpecification request :
        List.of(
            asserting(good()).formParam("client_secret", "x"),
            asserting(good()).auth().preemptive().basic(client.clientId(), "x"),
            asserting(good())
                .auth()
                .preemptive()
                .basic(secret.clientId(), secret.secret().reveal()),
            asserting(good()).header("Authorization", "Bearer x"))) {
      request.post(PATH).then().statusCode(400).body("error", equalTo("invalid_request"));
    }
  }

  @Test
  void clientWithKeysHasNoSecretAndTheOtherWayRound() {
    for (String guess : List.of("x", "null", client.clientId())) {
      assertRefused(form().auth().preemptive().basic(client.clientId(), guess));
      assertRefused(
          form().formParam("client_id", client.clientId()).formParam("client_secret", guess));
    }
    IssuedClient secret = fixture.client(tenant);
    assertRefused(forge.good(secret.clientId(), clock.instant()));
  }

  @Test
  void parametersMustBelongTogether() {
    assertRefused(form().formParam("client_assertion", good()));
    assertRefused(form().formParam("client_assertion_type", AssertionForge.TYPE));
    assertRefused(
        form()
            .formParam("client_assertion", good())
            .formParam("client_assertion_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"));
    assertRefused(asserting(good()).formParam("client_id", "client_other"));
    assertRefused(
        form()
            .queryParam("client_assertion", good())
            .queryParam("client_assertion_type", AssertionForge.TYPE));
  }

  // --- States ---

  @Test
  void revokedClientAndSuspendedOrganizationAreRefused() throws SQLException {
    fixture.setStatus(tenant, Organization.Status.SUSPENDED);
    assertRefused(good());
    fixture.setStatus(tenant, Organization.Status.ACTIVE);
    accepted(good());
    Rows.update(
        "UPDATE iam_clients SET status = 'revoked' WHERE client_id = '" + client.clientId() + "'");
    assertRefused(good());
  }

  @Test
  void databaseThatIsAwayIsNotTheClientsFault() throws IOException {
    TestDatabase.proxy().goAway();
    try {
      asserting(good())
          .post(PATH)
          .then()
          .statusCode(400)
          .header("Retry-After", "2")
          .body("error", equalTo("temporarily_unavailable"));
    } finally {
      TestDatabase.comeBack();
    }
    // A token is issued by keys confirmed before the outage, too; the next test comes later.
    Awaitility.await().ignoreExceptions().until(this::isKeyRingConfirmed);
    accepted(good());
  }

  private boolean isKeyRingConfirmed() {
    keys.forget();
    return keys.find("unknown").isEmpty() && keys.isFresh();
  }

  @Test
  void assertionIsNowhereInTheDatabaseNorInTheLog() throws SQLException {
    String jti = "jti-that-nobody-may-see";
    String assertion = sign(claims -> claims.put("jti", jti));
    Logger ours = Logger.getLogger("io.iamplane");
    Level before = ours.getLevel();
    ours.setLevel(Level.ALL);
    List<String> log;
    try {
      log =
          LogCapture.during(() -> {
            accepted(assertion);
            assertRefused(assertion);
            assertRefused(assertion + "A");
          });
    } finally {
      ours.setLevel(before);
    }
    String[] parts = assertion.split("\\.");
    assertThat(Rows.tablesWith(client.clientId())).contains("iam_clients");
    assertThat(Rows.tablesWith(parts[1], parts[2], jti, HexFormat.of().formatHex(ascii(jti))))
        .isEmpty();
    assertThat(String.join("\n", log))
        .contains("client assertion rejected")
        .doesNotContain(parts[1], parts[2], jti);
  }
}
