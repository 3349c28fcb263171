package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A client whose answer was lost asks again, and a thief who does so is noticed. */
@QuarkusTest
class RefreshRetriesApiTest extends SignInApiFixture {

  private Response tokens(String name) {
    return redeem(returned(signIn(RefreshTokensApiTest.ASKED, name)).get("code"));
  }

  @Test
  void aClientThatLostTheAnswerAsksAgainAndTheLostTokenIsVoid() throws Exception {
    String user = person("Lou Lost");
    String first = tokens("Lou Lost").path("refresh_token");
    Response lost = RefreshTokensApiTest.refresh(first);
    Response again = RefreshTokensApiTest.refresh(first);
    again.then().statusCode(200);
    assertThat(again.<String>path("refresh_token")).isNotEqualTo(lost.path("refresh_token"));
    // Who has the lost answer has no access token by it, and the client has one.
    isRefusedSoon(lost.path("access_token"));
    assertThat(inbox(again.path("access_token"))).isEqualTo(200);
    assertThat(events("iam.token.revoked").toString())
        .contains(claims(lost.path("access_token")).path("jti").asText());
    Response next = RefreshTokensApiTest.refresh(again.path("refresh_token"));
    next.then().statusCode(200);
    assertThat(RefreshTokensApiTest.families(user)).isOne();
    // The lost one was not lost, but stolen.
    RefreshTokensApiTest.isRefused(RefreshTokensApiTest.refresh(lost.path("refresh_token")));
    assertThat(RefreshTokensApiTest.families(user)).isZero();
    isRefusedSoon(next.path("access_token"));
  }

  @Test
  void onceTheSuccessorIsUsedTheTokenBeforeIsATheft() throws Exception {
    String user = person("Ute Used");
    String stolen = tokens("Ute Used").path("refresh_token");
    Response second =
        RefreshTokensApiTest.refresh(RefreshTokensApiTest.refresh(stolen).path("refresh_token"));
    second.then().statusCode(200);
    RefreshTokensApiTest.isRefused(RefreshTokensApiTest.refresh(stolen));
    assertThat(RefreshTokensApiTest.families(user)).isZero();
    RefreshTokensApiTest.isRefused(RefreshTokensApiTest.refresh(second.path("refresh_token")));
  }

  @Test
  void anotherClientHasNoRetryAndEndsNothing() throws Exception {
    String user = person("Cy Client");
    String token = tokens("Cy Client").path("refresh_token");
    RefreshTokensApiTest.refresh(token).then().statusCode(200);
    redeem(Map.of("grant_type", "refresh_token", "client_id", "other", "refresh_token", token))
        .then()
        .statusCode(401);
    assertThat(RefreshTokensApiTest.families(user)).isOne();
    RefreshTokensApiTest.refresh(token).then().statusCode(200);
  }

  @Test
  void aRetryIsGoodForTenSecondsFromTheFirstUse() throws Exception {
    String user = person("Gil Grace");
    String token = tokens("Gil Grace").path("refresh_token");
    RefreshTokensApiTest.refresh(token).then().statusCode(200);
    RefreshTokensApiTest.later(user, "5 seconds");
    RefreshTokensApiTest.refresh(token).then().statusCode(200);
    RefreshTokensApiTest.later(user, "6 seconds");
    RefreshTokensApiTest.isRefused(RefreshTokensApiTest.refresh(token));
    assertThat(RefreshTokensApiTest.families(user)).isZero();
  }

  @Test
  void aSessionThatEndsWhileItsCodeIsRedeemedGivesNothing() throws Exception {
    String user = person("Dan Deleted");
    String code = returned(signIn(RefreshTokensApiTest.ASKED, "Dan Deleted")).get("code");
    try (Connection connection = Rows.open();
        Statement statement = connection.createStatement();
        ExecutorService client = Executors.newSingleThreadExecutor()) {
      connection.setAutoCommit(false);
      statement.executeUpdate("DELETE FROM iam_sessions WHERE user_id = '" + user + "'");
      Future<Response> answer = client.submit(() -> redeem(code));
      await()
          .until(() ->
              !Rows.texts(
                      "SELECT pid::text FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND"
                          + " query LIKE 'INSERT INTO iam_refresh_families%'")
                  .isEmpty());
      connection.commit();
      RefreshTokensApiTest.isRefused(answer.get());
    }
  }
}
