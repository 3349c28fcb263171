package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits of what applications may pile up, and of what they cost others. */
@QuarkusTest
class ApplicationLimitsApiTest extends ApplicationFixture {

  private static final String NAME = "Lily Limits";

  @BeforeEach
  void aPerson() throws Exception {
    if (Rows.texts("SELECT id FROM iam_users WHERE name = '" + NAME + "'").isEmpty()) {
      person(NAME);
    }
  }

  private void tokens(App app) {
    redeem(redeeming(app, codeOf(app, NAME))).then().statusCode(200);
  }

  @Test
  void theFamiliesOfASessionAreBoundedWhateverTheNumberOfClients() throws Exception {
    App app = application("public", BACK);
    tokens(app);
    String session =
        Rows.texts(
                "SELECT session_id FROM iam_refresh_families WHERE client_id = '%s'"
                    .formatted(app.clientId()))
            .getFirst();
    Rows.update(
        """
        INSERT INTO iam_refresh_families (handle_hash, id, organization_id, session_id, user_id,
          client_id, scope, code_hash, secret_hash)
        SELECT sha256(i::text::bytea), gen_random_uuid(), organization_id, session_id, user_id,
          'client_' || i, scope, code_hash, secret_hash
        FROM iam_refresh_families, generate_series(1, 200) i WHERE client_id = '%s'
        """
            .formatted(app.clientId()));
    redeem(redeeming(app, back(authorize(asked(app))).get("code"))).then().statusCode(200);
    assertThat(
            Rows.texts("SELECT id FROM iam_refresh_families WHERE session_id = '" + session + "'"))
        .hasSize(RefreshTokens.MOST_OF_ALL_CLIENTS);
  }

  /** One that got tokens would not be told of the session's end. */
  @Test
  void aSessionHasTokensOfAHundredApplications() throws Exception {
    App first = application("public", BACK);
    App next = application("public", BACK);
    tokens(first);
    Rows.update(
        """
        INSERT INTO iam_session_clients (session_id, client_id, organization_id)
        SELECT session_id, 'client_' || i, organization_id
        FROM iam_session_clients, generate_series(1, %d) i WHERE client_id = '%s'
        """
            .formatted(SessionClientStore.MOST_OF_A_SESSION - 1, first.clientId()));
    String code = codeOf(next, NAME);
    Response refused = redeem(redeeming(next, code));
    isRefused(refused, 400, "invalid_grant");
    assertThat(refused.<String>path("error_description")).contains("100 applications");
    assertThat(rows("iam_session_clients", next)).isEmpty();
    assertThat(rows("iam_refresh_families", next)).isEmpty();
    isRefused(redeem(redeeming(next, code)), 400, "invalid_grant");
    tokens(first);
    redeem(returned(authorize(request())).get("code")).then().statusCode(200);
    browser.plant(BrowserCookies.SESSION, "x".repeat(43));
    tokens(next);
  }

  private static List<String> rows(String table, App app) throws Exception {
    return Rows.texts(
        "SELECT client_id FROM %s WHERE client_id = '%s'".formatted(table, app.clientId()));
  }

  @Test
  void thePushedRequestsOfATenantLeaveOthersRoom() throws Exception {
    App app = application("public", BACK);
    App proved = application("confidential", BACK);
    App foreign = application(platform.tenant(), "public", BACK);
    pushedBefore(app, demoTenant().id().toString(), PushedRequests.MOST_OF_AN_ORGANIZATION);
    try {
      for (App each : List.of(app, application("public", BACK))) {
        push(asked(each)).then().statusCode(429);
      }
      // Anyone can push in the name of a public application, and takes no room of one with a proof.
      push(asked(proved, "client_secret", proved.secret())).then().statusCode(201);
      push(asked(foreign)).then().statusCode(201);
      push(request()).then().statusCode(201);
    } finally {
      Rows.update("DELETE FROM iam_pushed_requests");
    }
  }

  @Test
  void thePushedRequestsOfPublicApplicationsLeaveTheOthersRoom() throws Exception {
    App app = application("public", BACK);
    App proved = application("confidential", BACK);
    pushedBefore(app, platform.tenant().id().toString(), PushedRequests.MOST_OF_A_KIND);
    try {
      push(asked(app)).then().statusCode(429);
      push(asked(proved, "client_secret", proved.secret())).then().statusCode(201);
      push(request()).then().statusCode(201);
    } finally {
      Rows.update("DELETE FROM iam_pushed_requests");
    }
  }

  private static void pushedBefore(App app, String organization, int number) throws Exception {
    Rows.update(
        """
        INSERT INTO iam_pushed_requests (uri_hash, client_id, kind, organization_id, query,
          expires_at)
        SELECT sha256(i::text::bytea), '%s', 'public', '%s', 'x', now() + interval '1 minute'
        FROM generate_series(1, %d) i
        """
            .formatted(app.clientId(), organization, number));
  }

  /** Each request of whoever names the application reads them. */
  @Test
  void anApplicationHasRedirectUrisOfABoundedLength() throws Exception {
    App app = application("public", BACK);
    code(NAME);
    String[] uris =
        IntStream.range(0, 10)
            .mapToObj(i -> BACK + "/" + i + "x".repeat(1_900))
            .toArray(String[]::new);
    assertThat(submit(app, "public", uris).statusCode()).isEqualTo(422);
    // One of before the limit counts as none.
    Rows.updatePastTriggers(
        """
        UPDATE iam_manifests SET content = jsonb_set(content, '{auth,redirect_uris}',
          content #> '{auth,redirect_uris}' || jsonb_build_array(repeat('x', 17000)))
        WHERE application_key = '%s'
        """
            .formatted(app.key()));
    assertThat(authorize(asked(app)).statusCode()).isEqualTo(303);
    Rows.update(
        "UPDATE iam_applications SET manifest_version = manifest_version WHERE key = '%s'"
            .formatted(app.key()));
    isPage(authorize(asked(app)), 400);
  }

  /** Two that each remove the oldest would otherwise wait for one another, for ever. */
  @Test
  void familiesOfASessionBeginOneAfterAnother() throws Exception {
    App app = application("public", BACK);
    tokens(app);
    String code = codeOf(app, NAME);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection other = Rows.open()) {
      other.setAutoCommit(false);
      try (Statement statement = other.createStatement()) {
        statement.execute(
            """
            SELECT 1 FROM iam_sessions WHERE id = (SELECT session_id FROM iam_authorization_codes
              WHERE client_id = '%s' AND used_at IS NULL) FOR NO KEY UPDATE
            """
                .formatted(app.clientId()));
      }
      Future<Response> redeemed = threads.submit(() -> redeem(redeeming(app, code)));
      await()
          .until(() ->
              !Rows.texts(
                      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                          + " AND query LIKE '%FOR NO KEY UPDATE%'")
                  .isEmpty());
      other.rollback();
      assertThat(redeemed.get().statusCode()).isEqualTo(200);
    }
  }

  private static Response push(Map<String, String> parameters) {
    RequestSpecification request = given();
    parameters.forEach(request::formParam);
    return request.post("/oauth/par");
  }
}
