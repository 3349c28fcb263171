package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.signin.Browser;
import io.iamplane.testing.TestDatabase;
import io.restassured.path.json.JsonPath;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/** A person signs in at two replicas, two processes on one database. */
@Tag("ci")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class SignInReplicasIT {

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final String INBOX = "/api/iam/v1/access-reviews/inbox";
  private static final String READY = "/api/iam/v1/ready";

  /** No database listens here. */
  private static final int NOWHERE = 1;

  private static final int RACES = 10;

  private int database;
  private DatabaseLink link;
  private PackagedApp here;
  private PackagedApp there;
  private PersonBrowser person;

  /** One that was just redeemed. */
  private String code;

  @BeforeAll
  void twoReplicasAndAPersonWithAPasskey() throws Exception {
    Installed installed = FreshDatabase.bootstrapped();
    database = URI.create(TestDatabase.directUrl().substring("jdbc:".length())).getPort();
    link = new DatabaseLink(database);
    Map<String, String> environment =
        FreshDatabase.plainHttp(FreshDatabase.url(installed.name(), link.port()));
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.put("IAM_PANEL_REDIRECT_URIS", PersonBrowser.CALLBACK);
    here = PackagedApp.start(environment, "serve");
    there = PackagedApp.start(environment, "serve");
    awaitReady();
    String user = user(PackagedTenant.of(installed).token(here));
    String[] invite = {"iam:users:invite", "--tenant", "acme", "--user", user, "--json"};
    String invitation =
        JsonPath.from(PackagedTenant.done(PackagedApp.run(environment, invite)).out())
            .getString("url");
    person = new PersonBrowser(environment.get("IAM_ISSUER"));
    person.enrol(there, invitation);
  }

  @AfterAll
  void end() throws Exception {
    for (PackagedApp each : Stream.of(here, there).filter(app -> app != null).toList()) {
      each.close();
    }
    link.close();
  }

  @BeforeEach
  void thePersonSignsIn() {
    code = person.signIn(here);
  }

  private String user(String token) {
    HttpResponse<String> made =
        await()
            .atMost(PackagedApp.PATIENCE)
            .until(
                () ->
                    PackagedTenant.post(
                        here, token, "/api/iam/v1/users", "{\"name\": \"Petra Person\"}"),
                answer -> answer.statusCode() == 201);
    return JsonPath.from(made.body()).getString("data.id");
  }

  private void awaitReady() {
    for (PackagedApp each : List.of(here, there)) {
      await().atMost(PackagedApp.PATIENCE).until(() -> each.status(READY) == 200);
    }
  }

  private static String text(HttpResponse<String> answer, String member) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonPath.from(answer.body()).getString(member);
  }

  private static int inbox(PackagedApp replica, String access) {
    return replica.get(INBOX, "Authorization", "Bearer " + access).statusCode();
  }

  @Test
  void aCodeIsRedeemedOnceAtEither() throws Exception {
    String access = text(PersonBrowser.redeem(there, code), "access_token");
    assertThat(inbox(here, access)).isEqualTo(200);
    assertThat(PersonBrowser.redeem(here, code).statusCode()).isEqualTo(400);
    for (int i = 0; i < RACES; i++) {
      String next = PersonBrowser.code(person.authorize(i % 2 == 0 ? here : there));
      assertThat(atBoth(next)).containsExactlyInAnyOrder(200, 400);
    }
  }

  /** The statuses of two clients that redeem a code at once, each at its replica. */
  private List<Integer> atBoth(String next) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(2)) {
      List<Future<Integer>> running =
          Stream.of(here, there)
              .map(replica ->
                  clients.submit(() -> {
                    start.await();
                    return PersonBrowser.redeem(replica, next).statusCode();
                  }))
              .toList();
      for (Future<Integer> each : running) {
        statuses.add(each.get());
      }
    }
    return statuses;
  }

  @Test
  void aSessionThatEndsAtOneEndsAtTheOther() {
    HttpResponse<String> tokens = PersonBrowser.redeem(there, code);
    String access = text(tokens, "access_token");
    String refresh =
        text(PersonBrowser.refresh(here, text(tokens, "refresh_token")), "refresh_token");
    String unused = PersonBrowser.code(person.authorize(there));
    assertThat(inbox(there, access)).isEqualTo(200);

    PersonBrowser thief = person.withItsCookies();
    String question = person.get(here, "/oauth/logout").body();
    HttpResponse<String> signedOut =
        person.post(here, "/oauth/logout", Browser.form(question, "Sign out"));
    assertThat(signedOut.statusCode()).as(signedOut.body()).isEqualTo(200);

    await()
        .pollInterval(Duration.ofMillis(20))
        .atMost(SOON)
        .until(() -> inbox(there, access) == 401);
    assertThat(PersonBrowser.location(thief.authorize(there))).contains("error=login_required");
    assertThat(PersonBrowser.refresh(there, refresh).statusCode()).isEqualTo(400);
    assertThat(PersonBrowser.redeem(there, unused).statusCode()).isEqualTo(400);
  }

  @Test
  void withoutTheDatabaseSignInSaysSoAndNoOneGetsInAtEither() throws Exception {
    Map<String, String> form = person.signed(there);
    link.lead(NOWHERE);
    try {
      for (PackagedApp replica : List.of(here, there)) {
        saysSo(person.authorize(replica));
        saysSo(person.post(replica, "/sign-in/passkey", form));
        HttpResponse<String> refused = PersonBrowser.redeem(replica, code);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(JsonPath.from(refused.body()).getString("error"))
            .isEqualTo("temporarily_unavailable");
      }
    } finally {
      link.lead(database);
    }
    awaitReady();
    // Nothing was used up meanwhile, and it is still good for one use.
    assertThat(PersonBrowser.redeem(there, code).statusCode()).isEqualTo(200);
    assertThat(PersonBrowser.redeem(here, code).statusCode()).isEqualTo(400);
    assertThat(PersonBrowser.code(person.post(here, "/sign-in/passkey", form))).isNotEmpty();
  }

  private static void saysSo(HttpResponse<String> page) {
    assertThat(page.statusCode()).as(page.body()).isEqualTo(503);
    assertThat(page.body()).contains("No one can sign in at the moment");
    assertThat(page.headers().firstValue("Retry-After")).hasValue("2");
    assertThat(page.headers().firstValue("Set-Cookie")).isEmpty();
  }
}
