package io.iamplane.http.limit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.notNullValue;

import io.iamplane.client.IssuedClient;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An address fails to authenticate, again and again; others share it, behind a gateway. */
@QuarkusTest
@TestProfile(LockoutApiTest.RealCeilings.class)
class LockoutApiTest {

  private static final String PATH = "/api/iam/v1/capabilities";

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;

  private IssuedClient client;
  private String seen;

  public static class RealCeilings implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "iam.authentication.failure_limit", "30",
          "iam.authentication.unproven_limit", "60",
          "iam.oauth.rate_limit", "60");
    }
  }

  @BeforeEach
  void aClientThatWasHere() {
    client = platform.administrator(platform.platform());
    seen = platform.token(client);
    assertThat(call(seen)).isEqualTo(200);
  }

  @Test
  void thirtyOneBadTokensRefuseNobodyElse() {
    attack(31, 0);
    everybodyElseIsServed();
  }

  @Test
  void aThousandBadTokensOfEveryKindRefuseNobodyElse() {
    Map<Integer, Integer> answers = attack(1_000, 31);
    assertThat(answers.keySet()).isSubsetOf(401, 429);
    // What is rationed refills while a slow machine sends them.
    assertThat(answers.get(429)).as("most are not even looked at").isGreaterThan(500);
    everybodyElseIsServed();
    attack(100, 1_031);
    everybodyElseIsServed();
  }

  @Test
  void wrongSecretsRefuseNobodyElse() {
    for (int i = 0; i < 100; i++) {
      assertThat(ask(client.clientId(), "wrong" + i).statusCode()).isIn(401, 429);
      assertThat(ask("client_unknown" + i, "wrong").statusCode()).isIn(401, 429);
    }
    everybodyElseIsServed();
  }

  /** Its ceiling is its own: only who proves to be the client takes anything off it. */
  @Test
  void aClientsOwnCeilingHolds() {
    IssuedClient eager = platform.administrator(platform.platform());
    for (int i = 0; i < 60; i++) {
      assertThat(ask(eager.clientId(), eager.secret().reveal()).statusCode()).isEqualTo(200);
    }
    int refused = 0;
    for (int i = 0; i < 20; i++) {
      Response answer = ask(eager.clientId(), eager.secret().reveal());
      if (answer.statusCode() == 429) {
        answer.then().header("Retry-After", notNullValue()).header("RateLimit", notNullValue());
        refused++;
      }
    }
    assertThat(refused).isPositive();
    assertThat(ask(client.clientId(), client.secret().reveal()).statusCode()).isEqualTo(200);
  }

  /** Ten times as many, from two senders that pace themselves, while a valid caller goes on. */
  @Test
  @Tag("stress")
  void aFloodLeavesAValidCallerMostOfItsRate() throws Exception {
    attack(100, 0);
    long alone = callsWithin(5_000, 1);
    long before = usedMemory();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger sent = new AtomicInteger();
    long beside;
    try (ExecutorService attackers = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < 2; i++) {
        int seed = i;
        attackers.submit(() -> {
          Random random = new Random(seed);
          while (!stop.get() && sent.get() < 10_000) {
            call(bad(sent.incrementAndGet(), random));
            Thread.sleep(2);
          }
          return null;
        });
      }
      beside = callsWithin(5_000, 1);
      everybodyElseIsServed();
      stop.set(true);
    }
    long after = usedMemory();
    System.out.printf(
        "lockout: %d valid calls alone, %d beside %d bad tokens; memory %d -> %d MB%n",
        alone, beside, sent.get(), before >> 20, after >> 20);
    assertThat(beside).isGreaterThan(alone * 8 / 10);
    assertThat(after - before).isLessThan(64L << 20);
  }

  private long callsWithin(long millis, int expected) {
    long end = System.nanoTime() + millis * 1_000_000;
    long calls = 0;
    while (System.nanoTime() < end) {
      assertThat(call(seen)).isEqualTo(200);
      calls++;
    }
    return calls;
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

  private Map<Integer, Integer> attack(int count, int offset) {
    Random random = new Random(7);
    Map<Integer, Integer> answers = new HashMap<>();
    for (int i = 0; i < count; i++) {
      answers.merge(call(bad(offset + i, random)), 1, Integer::sum);
    }
    return answers;
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
