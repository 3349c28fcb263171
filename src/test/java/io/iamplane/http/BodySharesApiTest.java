package io.iamplane.http;

import static io.iamplane.http.FrontApiTest.SHARE;
import static io.iamplane.http.FrontApiTest.head;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.directory.organization.Organization;
import io.iamplane.http.body.BodyBudget;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
class BodySharesApiTest {

  private static final String PATH = "/api/iam/v1/organizations";
  private static final String USERS = "/api/iam/v1/users";
  private static final int KIB = 1024;

  @Inject TestPlatform platform;
  @Inject BodyBudget budget;

  @AfterEach
  void nothingIsHeld() {
    await().atMost(10, SECONDS).until(() -> budget.used() == 0);
  }

  @Test
  @Tag("ci")
  void oneTenantHoldsNoMoreThanItsShareWithManyClients() {
    Organization tenant = platform.tenant();
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tokens.add("Authorization: Bearer " + platform.token(platform.administrator(tenant)));
    }
    String others = "Authorization: Bearer " + platform.platformToken();
    String json = "Content-Type: application/json";
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 12; i++) {
        RawClient client = new RawClient();
        clients.add(client);
        client.send(head("POST", USERS, tokens.get(i % 4), json, "Transfer-Encoding: chunked"));
        client.chunk(256 * KIB);
      }
      await().atMost(10, SECONDS).until(() -> budget.used() >= SHARE / 2);
      await().atMost(10, SECONDS).until(() -> clients.stream().anyMatch(RawClient::isAnswered));
      assertThat(budget.used()).isLessThanOrEqualTo(SHARE);
      assertThat(answerOf(head("POST", PATH, others, json, "Content-Length: 2") + "{}"))
          .isEqualTo(422);
      assertThat(answered(clients)).containsOnly(429);
    } finally {
      clients.forEach(RawClient::close);
    }
  }

  @Test
  void sendersWithoutATokenTakeNothingFromThoseWithOne() {
    String known = "Authorization: Bearer " + platform.platformToken();
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        RawClient client = new RawClient();
        clients.add(client);
        client.send(
            head(
                "POST",
                "/oauth/token",
                "X-Forwarded-For: 198.51.100." + i,
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Length: " + 64 * KIB));
        client.send("x".repeat(60 * KIB));
      }
      await().atMost(10, SECONDS).until(() -> budget.used() >= SHARE / 2);
      await().atMost(10, SECONDS).until(() -> clients.stream().anyMatch(RawClient::isAnswered));
      assertThat(budget.used()).isLessThanOrEqualTo(SHARE);
      assertThat(
              answerOf(
                  head("POST", PATH, known, "Content-Type: application/json", "Content-Length: 2")
                      + "{}"))
          .isEqualTo(422);
      assertThat(answered(clients)).containsOnly(429);
    } finally {
      clients.forEach(RawClient::close);
    }
  }

  private static List<Integer> answered(List<RawClient> clients) {
    return clients.stream().filter(RawClient::isAnswered).map(RawClient::status).toList();
  }

  /** Opens a connection for the request: an idle one would be closed soon. */
  private static int answerOf(String request) {
    try (RawClient client = new RawClient()) {
      client.send(request);
      return client.status();
    }
  }
}
