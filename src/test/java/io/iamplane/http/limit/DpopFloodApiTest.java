package io.iamplane.http.limit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.DpopKey;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A thief of a bound token sends bad proofs with it, again and again; others share the address. */
@QuarkusTest
class DpopFloodApiTest {

  private static final String PATH = "/api/iam/v1/capabilities";
  private static final String TOKENS = "/oauth/token";
  private static final int SENDERS = 20;
  private static final int FAILURES = 6;
  private static final int UNPROVEN = RateLimits.UNPROVEN_LIMIT;

  /** The failures, the share of the account, and those on their way when the limit was reached. */
  private static final int LOOKED_AT = FAILURES + UNPROVEN + SENDERS;

  private final DpopKey key = new DpopKey();

  @Inject TestPlatform platform;

  @BeforeEach
  void ceilings() {
    limits(Map.of());
  }

  /** Their time stands still: nothing refills. */
  private static void limits(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("authentication.failure_limit", "" + FAILURES);
    settings.putAll(more);
    QuarkusMock.installMockForType(new RateLimits(Limits.of(settings), () -> 0), RateLimits.class);
  }

  private String bound(IssuedClient client) {
    return given()
        .auth()
        .preemptive()
        .basic(client.clientId(), client.secret().reveal())
        .formParam("grant_type", "client_credentials")
        .header("DPoP", key.proof("POST", TOKENS))
        .post(TOKENS)
        .then()
        .statusCode(200)
        .extract()
        .path("access_token");
  }

  private int call(String token) {
    return call(token, key.proof("GET", PATH, token));
  }

  private static int call(String token, String proof) {
    return given()
        .header("Authorization", "DPoP " + token)
        .header("DPoP", proof)
        .get(PATH)
        .statusCode();
  }

  /** All of it right, but for the signature. */
  private String bad(String token) {
    return new DpopKey().sign(key.header(), DpopKey.claims("GET", PATH, Instant.now(), token));
  }

  @Test
  void badProofsAreRationedAndRefuseNoOtherClient() throws Exception {
    String stolen = bound(platform.administrator(platform.platform()));
    String other = bound(platform.administrator(platform.platform()));
    String bearer = platform.token(platform.administrator(platform.platform()));
    assertThat(call(stolen)).isEqualTo(200);
    assertThat(call(other)).isEqualTo(200);
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
      for (int i = 0; i < 130; i++) {
        String proof = i % 2 == 0 ? bad(stolen) : "rubbish";
        answers.add(senders.submit(() -> call(stolen, proof)));
      }
    }
    Map<Integer, Integer> counts = new HashMap<>();
    for (Future<Integer> answer : answers) {
      counts.merge(answer.get(), 1, Integer::sum);
    }
    assertThat(counts).containsOnlyKeys(401, 429);
    assertThat(counts.get(401)).isBetween(FAILURES, LOOKED_AT);
    assertThat(call(other)).as("another client's proof").isEqualTo(200);
    assertThat(bound(platform.administrator(platform.platform()))).as("a new token").isNotEmpty();
    given().header("Authorization", "Bearer " + bearer).get(PATH).then().statusCode(200);
  }

  private static void fail(int times) {
    for (int i = 0; i < times; i++) {
      given().header("Authorization", "Bearer rubbish").get(PATH).then().statusCode(401);
    }
  }

  /** All at once, from an address that failed too often: none waits in the queue of strangers. */
  @Test
  void aKnownTokenPassesFromANoisyAddress() throws Exception {
    String token = bound(platform.administrator(platform.platform()));
    assertThat(call(token)).isEqualTo(200);
    fail(FAILURES);
    List<String> proofs =
        Stream.generate(() -> key.proof("GET", PATH, token)).limit(2L * SENDERS).toList();
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
      proofs.forEach(proof -> answers.add(senders.submit(() -> call(token, proof))));
    }
    for (Future<Integer> answer : answers) {
      assertThat(answer.get()).isEqualTo(200);
    }
  }

  /** Beyond the failures the head of a proof costs a share, before a key is made of it. */
  @Test
  void badHeadsAreRationedToo() throws Exception {
    String token = bound(platform.administrator(platform.platform()));
    assertThat(call(token)).isEqualTo(200);
    fail(FAILURES);
    List<Future<Integer>> answers = new ArrayList<>();
    // A refusal beyond a ceiling takes its time.
    try (ExecutorService senders = Executors.newFixedThreadPool(UNPROVEN)) {
      for (int i = 0; i < UNPROVEN; i++) {
        answers.add(senders.submit(() -> call(token, "rubbish")));
      }
    }
    for (Future<Integer> answer : answers) {
      assertThat(answer.get()).isEqualTo(429);
    }
    assertThat(call(token)).as("the share of its account is used up").isEqualTo(429);
  }

  private static int statusOf(String user, String secret, String proof) {
    return given()
        .auth()
        .preemptive()
        .basic(user, secret)
        .formParam("grant_type", "client_credentials")
        .header("DPoP", proof)
        .post(TOKENS)
        .statusCode();
  }

  /** Of a stranger's proof nobody looks at anything: not even at its form. */
  @Test
  void aStrangersProofIsNotLookedAt() {
    String good = key.proof("POST", TOKENS);
    for (int i = 0; i < 3; i++) {
      for (String proof : List.of(good, "rubbish")) {
        given()
            .header("DPoP", proof)
            .formParam("grant_type", "client_credentials")
            .post(TOKENS)
            .then()
            .statusCode(401);
        given()
            .header("DPoP", proof)
            .formParam("grant_type", "authorization_code")
            .formParam("client_id", "panel")
            .formParam("code", "unknown")
            .formParam("code_verifier", "v".repeat(43))
            .formParam("redirect_uri", "https://panel.example.com/callback")
            .post(TOKENS)
            .then()
            .statusCode(400)
            .body("error", equalTo("invalid_grant"));
      }
    }
    IssuedClient client = platform.administrator(platform.platform());
    assertThat(statusOf(client.clientId(), client.secret().reveal(), good))
        .as("it was not used up")
        .isEqualTo(200);
  }

  /** Good ones are no failures, and bad ones take the share of their own account alone. */
  @Test
  void badProofsOfAClientAreRationedAtTheTokenEndpoint() {
    IssuedClient client = platform.administrator(platform.platform());
    IssuedClient other = platform.administrator(platform.platform());
    String secret = client.secret().reveal();
    for (int i = 0; i < 2 * FAILURES; i++) {
      assertThat(statusOf(client.clientId(), secret, key.proof("POST", TOKENS))).isEqualTo(200);
    }
    String bad = new DpopKey().sign(key.header(), DpopKey.claims("POST", TOKENS, Instant.now()));
    for (int i = 0; i < FAILURES + UNPROVEN; i++) {
      assertThat(statusOf(client.clientId(), secret, bad)).isEqualTo(400);
    }
    assertThat(statusOf(client.clientId(), secret, bad)).as("not verified").isEqualTo(429);
    assertThat(statusOf(other.clientId(), other.secret().reveal(), key.proof("POST", TOKENS)))
        .isEqualTo(200);
  }

  /** Nobody verifies what a ceiling refuses, and the token alone uses up no ceiling. */
  @Test
  void aSenderBeyondItsCeilingIsRefusedBeforeItsProofIsVerified() {
    String token = bound(platform.administrator(platform.platform()));
    limits(Map.of("admin.rate_limit", "3"));
    for (int i = 0; i < 3; i++) {
      assertThat(call(token, bad(token))).isEqualTo(401);
      assertThat(call(token)).isEqualTo(200);
    }
    assertThat(call(token, bad(token))).as("not verified").isEqualTo(429);
    assertThat(call(token)).isEqualTo(429);
  }
}
