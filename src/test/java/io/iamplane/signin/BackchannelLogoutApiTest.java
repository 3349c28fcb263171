package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.validators.LogoutTokenValidator;
import com.sun.net.httpserver.HttpServer;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.job.ExpiredRows;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that asks for it is told that a session ended. */
@QuarkusTest
class BackchannelLogoutApiTest extends ApplicationFixture {

  private static final String NAME = "Lola Logout";

  @Inject BackchannelLogoutJob job;
  @Inject LogoutMessageStore store;
  @Inject Transactions transactions;
  @Inject ExpiredRows expired;

  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final AtomicInteger status = new AtomicInteger(200);
  private final Semaphore answers = new Semaphore(1_000);
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger inside = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer receiver;

  @BeforeEach
  void aReceiver() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    receiver.createContext(
        "/logout",
        exchange -> {
          bodies.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          answers.acquireUninterruptibly();
          inside.decrementAndGet();
          exchange.sendResponseHeaders(status.get(), -1);
          exchange.close();
        });
    receiver.setExecutor(threads);
    receiver.start();
    if (Rows.texts("SELECT id FROM iam_users WHERE name = '" + NAME + "'").isEmpty()) {
      person(NAME);
    }
    Rows.update("DELETE FROM iam_logout_messages");
  }

  @AfterEach
  void stop() {
    answers.release(1_000);
    receiver.stop(0);
    threads.close();
    await().until(job::isIdle);
  }

  private String address() {
    return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/logout";
  }

  private App listening(String uri) {
    App app = application("public", BACK);
    declare(app, "public\", \"backchannel_logout_uri\": \"" + uri, BACK);
    return app;
  }

  private Response tokens(App app) {
    Response tokens = redeem(redeeming(app, codeOf(app, NAME)));
    tokens.then().statusCode(200);
    return tokens;
  }

  private void signOut(Response tokens) {
    assertThat(browser.get("/oauth/logout?id_token_hint=" + tokens.path("id_token")).statusCode())
        .isEqualTo(200);
  }

  private void told(int times) {
    run();
    assertThat(bodies).hasSize(times);
  }

  private void run() {
    job.run();
    await().atMost(Duration.ofSeconds(10)).until(job::isIdle);
  }

  private static List<String> messages(App app) throws Exception {
    return Rows.texts(
        "SELECT tries FROM iam_logout_messages WHERE client_id = '%s'".formatted(app.clientId()));
  }

  private static void due() throws Exception {
    Rows.update("UPDATE iam_logout_messages SET due_at = '-infinity'");
  }

  // --- Abuse ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://169.254.169.254/logout",
        "https://10.0.0.1/logout",
        "https://[fe80::1]/logout",
        "https://localhost/logout"
      })
  void anInternalAddressIsNotAsked(String uri) throws Exception {
    App app = listening(uri);
    signOut(tokens(app));
    int attempts = BackchannelLogoutJob.PAUSES.size() + 1;
    for (int i = 1; i < attempts; i++) {
      due();
      run();
      assertThat(messages(app)).containsExactly("" + i);
    }
    due();
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://example.com/x", "javascript:x", "https://u@example.com/", "/x"})
  void anAddressWithoutTlsIsRefused(String uri) {
    json(administratorToken())
        .body(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "bad", "name": "Bad"},
             "auth": {"backchannel_logout_uri": "%s"}}
            """
                .formatted(uri))
        .post(API + "applications/bad/manifests")
        .then()
        .statusCode(422);
  }

  @Test
  void anApplicationThatGotNoTokenOfTheSessionHearsNothing() throws Exception {
    App app = listening(address());
    codeOf(app, NAME);
    Response panels = redeem(returned(authorize(request())).get("code"));
    signOut(panels);
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }

  @Test
  void aLogoutTokenOpensNothing() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    told(1);
    String token = bodies.getFirst().substring("logout_token=".length());
    assertThat(userInfo(token).statusCode()).isEqualTo(401);
    assertThat(inbox(token)).isEqualTo(401);
    isPage(browser.get("/oauth/logout?id_token_hint=" + token), 400);
  }

  @Test
  void aReceiverThatFailsIsAskedAgainAndAtLastNoMore() throws Exception {
    status.set(500);
    App app = listening(address());
    signOut(tokens(app));
    told(1);
    status.set(302);
    for (int i = 2; i <= BackchannelLogoutJob.PAUSES.size() + 1; i++) {
      due();
      told(i);
    }
    assertThat(messages(app)).isEmpty();
    due();
    run();
    assertThat(bodies).hasSize(BackchannelLogoutJob.PAUSES.size() + 1).doesNotHaveDuplicates();
  }

  @Test
  void anApplicationThatAsksNoMoreIsNotTold() throws Exception {
    App app = listening(address());
    Response tokens = tokens(app);
    declare(app, "public", BACK);
    signOut(tokens);
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }

  /** Thousands of messages of one tenant's receiver that hangs hold up no other tenant's. */
  @Test
  void aReceiverThatHangsHoldsUpNoOtherTenant() throws Exception {
    App hanging = listening(address());
    signOut(tokens(hanging));
    copies(hanging, demoTenant().id().toString(), 40);
    Organization tenant = platform.tenant();
    copies(hanging, tenant.id().toString(), 1);
    answers.drainPermits();
    job.run();
    int both = BackchannelLogoutJob.MOST_OF_AN_ORGANIZATION + 1;
    await().untilAsserted(() -> assertThat(bodies).hasSize(both));
    // While its own are on their way, no more of them begin.
    job.run();
    job.run();
    assertThat(bodies).hasSize(both);
    answers.release(1_000);
    await().until(job::isIdle);
    due();
    await()
        .until(() -> {
          run();
          return messages(hanging).isEmpty();
        });
    assertThat(bodies).hasSize(42);
    assertThat(most.get()).isEqualTo(both);
  }

  @Test
  void organizationsTakeTurns() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    List<String> tenants =
        IntStream.range(0, 3).mapToObj(_ -> platform.tenant().id().toString()).sorted().toList();
    for (String each : tenants) {
      copies(app, each, 30);
    }
    Rows.update(
        "DELETE FROM iam_logout_messages WHERE organization_id = '%s'"
            .formatted(demoTenant().id()));
    assertThat(waiting(new UUID(0, 0), 2)).isEqualTo(tenants.subList(0, 2));
    assertThat(waiting(UUID.fromString(tenants.get(1)), 2)).isEqualTo(tenants.subList(2, 3));
    Rows.update(
        "UPDATE iam_logout_messages SET due_at = now() + interval '1 day'"
            + " WHERE organization_id = '%s'".formatted(tenants.get(1)));
    assertThat(waiting(new UUID(0, 0), 9)).containsExactly(tenants.getFirst(), tenants.getLast());
  }

  private List<String> waiting(UUID after, int number) {
    return transactions.call(() -> store.organizations(Instant.now(), after, number)).stream()
        .map(OrganizationId::toString)
        .toList();
  }

  private static void copies(App app, String organization, int number) throws Exception {
    Rows.update(
        """
        INSERT INTO iam_logout_messages (organization_id, client_id, session_id)
        SELECT '%s', '%s', gen_random_uuid() FROM generate_series(1, %d)
        """
            .formatted(organization, app.clientId(), number));
  }

  @Test
  void messagesGoInTimeWhateverTheirState() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    copies(app, demoTenant().id().toString(), 1);
    Rows.update(
        "UPDATE iam_logout_messages SET created_at = now() - interval '6 hours 1 minute'"
            + " WHERE id = (SELECT id FROM iam_logout_messages LIMIT 1)");
    expired.run();
    assertThat(messages(app)).hasSize(1);
  }

  @Test
  void anErrorCountsAsAFailedAttempt() throws Exception {
    App app = listening(address());
    signOut(tokens(app));
    Rows.update(
        "UPDATE iam_applications SET auth = jsonb_set(auth, '{backchannel_logout_uri}',"
            + " '\"https://[\"') WHERE key = '%s'".formatted(app.key()));
    run();
    assertThat(messages(app)).containsExactly("1");
  }

  @Test
  void theTriggersFindTheirTablesWhateverTheSearchPath() throws Exception {
    assertThat(
            Rows.texts(
                "SELECT proname FROM pg_proc WHERE proname IN ('iam_application_auth',"
                    + " 'iam_notify_clients_of_session') AND proconfig::text LIKE '%search_path%'"
                    + " AND pronamespace = current_schema()::regnamespace"))
        .hasSize(2);
  }

  // --- Use ---

  @Test
  void anApplicationThatComesBackIsTold() throws Exception {
    App app = listening(address());
    Response tokens = tokens(app);
    String status = "UPDATE iam_applications SET status = '%s' WHERE key = '" + app.key() + "'";
    Rows.update(status.formatted("suspended"));
    signOut(tokens);
    run();
    assertThat(messages(app)).containsExactly("1");
    Rows.update(status.formatted("active"));
    due();
    told(1);
    assertThat(messages(app)).isEmpty();
  }

  @Test
  void anApplicationThatAsksLaterIsTold() {
    App app = application("public", BACK);
    Response tokens = tokens(app);
    declare(app, "public\", \"backchannel_logout_uri\": \"" + address(), BACK);
    signOut(tokens);
    told(1);
  }

  @Test
  void aSignOutIsToldByATokenThatNimbusAccepts() throws Exception {
    App app = listening(address());
    Response tokens = tokens(app);
    signOut(tokens);
    told(1);
    String token = bodies.getFirst().substring("logout_token=".length());
    SignedJWT jwt = SignedJWT.parse(token);
    assertThat(jwt.getHeader().getType().getType()).isEqualTo("logout+jwt");
    LogoutTokenClaimsSet claims =
        new LogoutTokenValidator(
                new Issuer(ISSUER), new ClientID(app.clientId()), JWSAlgorithm.ES256, keys())
            .validate(jwt);
    assertThat(claims.getSessionID().getValue())
        .isEqualTo(claims(tokens.path("id_token")).path("sid").asText());
    assertThat(claims.getExpirationTime().getTime() - claims.getIssueTime().getTime())
        .isEqualTo(Duration.ofMinutes(2).toMillis());
    assertThat(messages(app)).isEmpty();
  }

  private static JWKSet keys() throws Exception {
    return JWKSet.parse(RestAssured.given().get("/.well-known/jwks.json").asString());
  }

  @Test
  void eachEndOfASessionIsTold() throws Exception {
    App app = listening(address());
    String user = Rows.texts("SELECT id FROM iam_users WHERE name = '" + NAME + "'").getFirst();
    tokens(app);
    json(administratorToken()).delete(API + "users/" + user + "/sessions");
    told(1);
    tokens(app);
    Rows.update("UPDATE iam_sessions SET ends_at = used_at WHERE user_id = '" + user + "'");
    expired.run();
    told(2);
    String another = person("Sus Pended");
    browser.plant(BrowserCookies.SESSION, "x");
    Response theirs = redeem(redeeming(app, codeOf(app, "Sus Pended")));
    theirs.then().statusCode(200);
    json(administratorToken()).post(API + "users/" + another + "/suspend").then().statusCode(200);
    told(3);
  }

  @Test
  void nothingIsToldOfAChangeThatIsUndone() throws Exception {
    App app = listening(address());
    tokens(app);
    Rows.with(statement -> {
      statement.execute("BEGIN");
      statement.executeUpdate(
          "DELETE FROM iam_sessions WHERE id IN (SELECT session_id FROM iam_session_clients"
              + " WHERE client_id = '%s')".formatted(app.clientId()));
      return statement.execute("ROLLBACK");
    });
    run();
    assertThat(messages(app)).isEmpty();
    assertThat(bodies).isEmpty();
  }
}
