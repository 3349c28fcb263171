package io.iamplane.http.limit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.notNullValue;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An address fails to authenticate, again and again; others share it, behind a gateway. */
@QuarkusTest
class LockoutApiTest {

  private static final String PATH = "/api/iam/v1/capabilities";

  /** Refusals for too many failures are delayed, so that one sender would be slow. */
  private static final int SENDERS = 100;

  private static final int FAILURES = 30;
  private static final int UNPROVEN = RateLimits.UNPROVEN_LIMIT;

  /**
   * The number of verified tokens among any number of bad ones: the allowed failures, then the
   * verifications for senders that name a proven client, and those for all others.
   */
  private static final int LOOKED_AT = FAILURES + 2 * UNPROVEN;

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;
  @Inject FailedAuthentications failures;

  private IssuedClient client;
  private String seen;

  @BeforeEach
  void aClientThatWasHere() {
    // Their time stands still: what is rationed does not refill, however slow the machine is.
    LimitConfig ceilings =
        Limits.of(Map.of("authentication.failure_limit", "" + FAILURES, "oauth.rate_limit", "60"));
    QuarkusMock.installMockForType(new RateLimits(ceilings, () -> 0), RateLimits.class);
    client = platform.administrator(platform.platform());
    seen = platform.token(client);
    assertThat(call(seen)).isEqualTo(200);
  }

  @Test
  void thirtyOneBadTokensRefuseNobodyElse() throws Exception {
    attack(31, 0);
    everybodyElseIsServed();
  }

  @Test
  void manyBadTokensOfEveryKindRefuseNobodyElse() throws Exception {
    attacked(300);
  }

  @Test
  @Tag("ci")
  void aThousandBadTokensOfEveryKindRefuseNobodyElse() throws Exception {
    attacked(1_000);
  }

  private void attacked(int count) throws Exception {
    Map<Integer, Integer> answers = attack(count, 31);
    assertThat(answers)
        .as("most are not even looked at")
        .isEqualTo(Map.of(401, LOOKED_AT, 429, count - LOOKED_AT));
    everybodyElseIsServed();
    attack(100, count + 31);
    everybodyElseIsServed();
  }

  /** RFC 7009, section 2.2: a client does nothing wrong that revokes what is over already. */
  @Test
  void anExpiredTokenIsRevokedWithoutAFailure() {
    String expired =
        smith.reforge(
            seen,
            claims ->
                claims
                    .put("client_id", "panel")
                    .put("iat", claims.path("iat").asLong() - 7_200)
                    .put("exp", claims.path("exp").asLong() - 7_200));
    for (int i = 0; i < FAILURES + 1; i++) {
      assertThat(revoke(expired)).isEqualTo(200);
    }
    assertThat(failures.isOver("127.0.0.1")).isFalse();
    for (int i = 0; i < FAILURES + 1; i++) {
      assertThat(revoke("rubbish" + i)).isEqualTo(200);
    }
    assertThat(failures.isOver("127.0.0.1")).isTrue();
  }

  private static int revoke(String token) {
    return given()
        .formParam("token", token)
        .formParam("client_id", "panel")
        .post("/oauth/revoke")
        .statusCode();
  }

  @Test
  void wrongSecretsRefuseNobodyElse() {
    for (int i = 0; i < 100; i++) {
      assertThat(ask(client.clientId(), "wrong" + i).statusCode()).isIn(401, 429);
      assertThat(ask("client_unknown" + i, "wrong").statusCode()).isIn(401, 429);
    }
    everybodyElseIsServed();
  }

  /** Only a proven client uses up its own ceiling. */
  @Test
  void aClientsOwnCeilingHolds() {
    IssuedClient eager = platform.administrator(platform.platform());
    for (int i = 0; i < 60; i++) {
      assertThat(ask(eager.clientId(), eager.secret().reveal()).statusCode()).isEqualTo(200);
    }
    Response refused = ask(eager.clientId(), eager.secret().reveal());
    for (int i = 0; i < 20 && refused.statusCode() == 200; i++) {
      refused = ask(eager.clientId(), eager.secret().reveal());
    }
    refused
        .then()
        .statusCode(429)
        .header("Retry-After", notNullValue())
        .header("RateLimit", notNullValue());
    assertThat(ask(client.clientId(), client.secret().reveal()).statusCode()).isEqualTo(200);
  }

  /** Ten times as many, five for each request of a valid caller. */
  @Test
  @Tag("stress")
  void aFloodIsNotLookedAtAndLeavesAValidCallerAllOfItsRequests() throws Exception {
    long before = usedMemory();
    List<Future<Integer>> valid = new ArrayList<>();
    List<Future<Integer>> bad = new ArrayList<>();
    try (ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
      Random random = new Random(7);
      for (int i = 0; i < 10_000; i++) {
        String token = bad(i, random);
        bad.add(senders.submit(() -> call(token)));
        if (i % 5 == 0) {
          valid.add(senders.submit(() -> call(seen)));
        }
      }
    }
    assertThat(counted(valid)).isEqualTo(Map.of(200, 2_000));
    assertThat(counted(bad)).isEqualTo(Map.of(401, LOOKED_AT, 429, 10_000 - LOOKED_AT));
    everybodyElseIsServed();
    assertThat(usedMemory() - before).isLessThan(64L << 20);
  }

  private static Map<Integer, Integer> counted(List<Future<Integer>> answers) throws Exception {
    Map<Integer, Integer> counts = new HashMap<>();
    for (Future<Integer> answer : answers) {
      counts.merge(answer.get(), 1, Integer::sum);
    }
    return counts;
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** A token seen before, one never seen, and a right secret. */
  private void everybodyElseIsServed() {
    assertThat(call(seen)).as("seen before").isEqualTo(200);
    Response asked = ask(client.clientId(), client.secret().reveal());
    assertThat(asked.statusCode()).as("right secret").isEqualTo(200);
    assertThat(call(asked.<String>path("access_token"))).as("never seen").isEqualTo(200);
  }

  private Map<Integer, Integer> attack(int count, int offset) throws Exception {
    Random random = new Random(7);
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
      for (int i = 0; i < count; i++) {
        String token = bad(offset + i, random);
        answers.add(senders.submit(() -> call(token)));
      }
    }
    return counted(answers);
  }

  /** From rubbish to a token of which all is right but the signature. */
  private String bad(int i, Random random) {
    return switch (i % 4) {
      case 0 -> "rubbish" + i;
      case 1 -> seen.substring(0, seen.lastIndexOf('.') + 1) + signature(random);
      case 2 ->
          smith.breakSignature(
              smith.reforge(seen, claims -> claims.put("jti", "j" + i).put("client_id", "c" + i)));
      default -> {
        List<String> parts = List.of(seen.split("\\."));
        yield parts.get(0) + "." + parts.get(1) + i + "." + parts.get(2);
      }
    };
  }

  private static String signature(Random random) {
    byte[] bytes = new byte[64];
    random.nextBytes(bytes);
    return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static int call(String token) {
    return given().header("Authorization", "Bearer " + token).get(PATH).statusCode();
  }

  private static Response ask(String clientId, String secret) {
    return given()
        .auth()
        .preemptive()
        .basic(clientId, secret)
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token");
  }
}
