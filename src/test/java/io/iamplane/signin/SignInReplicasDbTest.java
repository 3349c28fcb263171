package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.token.KeyProof;
import io.iamplane.token.TokenRevocations;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas beside one database, each with objects of its own: they share nothing but its rows. */
@QuarkusTest
class SignInReplicasDbTest extends SignInApiFixture {

  private static final Caller.Origin ORIGIN = new Caller.Origin("c", "127.0.0.1", null);
  private static final Duration SOON = Duration.ofSeconds(1);

  @Inject Sql sql;
  @Inject Transactions transactions;
  @Inject Changes changes;
  @Inject SessionConfig limits;
  @Inject PersonTokens tokens;
  @Inject TokenRevocations revocations;
  @Inject SignInClients clients;
  @Inject AuthorizationRequests requests;
  @Inject RandomSecrets secrets;
  @Inject Clock clock;

  private Replica here;
  private Replica there;

  /** The parts of a replica that codes, sessions and refresh tokens go through. */
  private record Replica(
      Sessions sessions, SessionEnds ends, RefreshTokens refreshTokens, CodeRedemption codes) {}

  @BeforeEach
  void twoReplicas() {
    here = replica(clock);
    there = replica(clock);
  }

  private Replica replica(Clock clock) {
    SessionEnds ends = ends();
    EndedSecrets ended = new EndedSecrets(secrets, System::nanoTime);
    Sessions sessions = sessions(ended, () -> {});
    SessionCredentials credentials =
        new SessionCredentials(new SessionStore(sql), transactions, clock);
    RefreshTokens refreshTokens =
        new RefreshTokens(
            credentials,
            new RefreshFamilyStore(sql),
            ended,
            sessions,
            tokens,
            revocations,
            secrets,
            changes,
            transactions,
            clock);
    return new Replica(
        sessions,
        ends,
        refreshTokens,
        new CodeRedemption(
            credentials,
            new AuthorizationCodeStore(sql),
            ended,
            sessions,
            tokens,
            refreshTokens,
            revocations,
            changes,
            transactions,
            clock));
  }

  private SessionEnds ends() {
    return new SessionEnds(new SessionStore(sql));
  }

  /**
   * Sessions of a replica.
   *
   * @param afterwards runs when one was looked up by its secret
   */
  private Sessions sessions(EndedSecrets ended, Runnable afterwards) {
    return new Sessions(
        new SessionStore(sql),
        ends(),
        new SessionUseStore(sql),
        ended,
        changes,
        transactions,
        limits,
        List.of(),
        clock) {
      @Override
      Optional<SignInSession> find(Secret secret) {
        Optional<SignInSession> found = super.find(secret);
        afterwards.run();
        return found;
      }
    };
  }

  /** A sign-in at a replica; of the admission it asks for the origin alone. */
  private SignIns.Entered enter(
      Sessions sessions, SignInSession session, Secret cookie, SignInProof proof) {
    SignInAdmission admission =
        (SignInAdmission)
            Proxy.newProxyInstance(
                SignInAdmission.class.getClassLoader(),
                new Class<?>[] {SignInAdmission.class},
                (_, _, _) -> ORIGIN);
    return new SignIns(sessions, ends(), new SessionStore(sql), secrets, admission, changes)
        .enter(
            requests.read(query(request())),
            new SignIns.Person(session.organization(), session.user()),
            proof,
            Optional.of(cookie),
            _ -> Optional.empty());
  }

  private SignInClient panel() {
    return clients.find(SignInClients.PANEL).orElseThrow();
  }

  private CodeRedemption.Presented presented(String code) {
    return new CodeRedemption.Presented(
        new Secret(code), panel(), CALLBACK, new Secret(VERIFIER), KeyProof.NONE);
  }

  private void signedIn(String name) {
    if (!page(request()).contains(name)) {
      person(name);
    }
  }

  @RepeatedTest(3)
  void aCodeIsRedeemedOnceAtEither() throws Exception {
    signedIn("Ruth Replica");
    String code = code("Ruth Replica");
    CyclicBarrier start = new CyclicBarrier(2);
    List<Optional<CodeRedemption.Redeemed>> answers = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(2)) {
      List<Future<Optional<CodeRedemption.Redeemed>>> running =
          Stream.of(here, there)
              .map(replica ->
                  clients.submit(() -> {
                    start.await();
                    return replica.codes().redeem(presented(code), ORIGIN);
                  }))
              .toList();
      for (Future<Optional<CodeRedemption.Redeemed>> each : running) {
        answers.add(each.get());
      }
    }
    List<CodeRedemption.Redeemed> won = answers.stream().flatMap(Optional::stream).toList();
    assertThat(won).hasSize(1);
    String access = won.getFirst().access().token().reveal();
    await().atMost(Duration.ofSeconds(5)).until(() -> inbox(access) == 401);
  }

  @Test
  void aSessionThatEndsAtOneEndsAtTheOther() {
    signedIn("Seth Session");
    Response first =
        redeem(
            returned(signIn(request("scope", "openid offline_access"), "Seth Session"))
                .get("code"));
    Secret refresh = new Secret(first.path("refresh_token"));
    String code = returned(authorize(request())).get("code");
    Secret cookie = new Secret(browser.cookie("__Host-iam-session"));
    SignInSession session = there.sessions().find(cookie).orElseThrow();
    assertThat(there.refreshTokens().find(refresh, panel(), _ -> {}, KeyProof.NONE, ORIGIN))
        .isPresent();
    changes.record(
        Change.operational(
            session.caller(ORIGIN),
            session.organization(),
            recording -> {
              here.ends().end(recording, session.id(), session.user());
              return null;
            }));
    await().atMost(SOON).until(() -> there.sessions().find(cookie).isEmpty());
    assertThat(there.refreshTokens().find(refresh, panel(), _ -> {}, KeyProof.NONE, ORIGIN))
        .isEmpty();
    assertThat(there.codes().redeem(presented(code), ORIGIN)).isEmpty();
    assertThat(authorize(request()).header("Location")).startsWith("../sign-in?");
  }

  /** The time that it waits for the database is not the client's. */
  @Test
  void aRetryThatWasInTimeWhenItCameHasAnAnswer() throws SQLException {
    String user = person("Greta Grace");
    Map<String, String> lasting = request("scope", "openid offline_access");
    Response first = redeem(returned(signIn(lasting, "Greta Grace")).get("code"));
    String token = first.path("refresh_token");
    RefreshTokensApiTest.refresh(token).then().statusCode(200);
    RefreshTokensApiTest.later(user, "12 seconds");
    RefreshTokens before = replica(Clock.offset(clock, Duration.ofSeconds(-5))).refreshTokens();
    RefreshTokens.Living living =
        before.find(new Secret(token), panel(), _ -> {}, KeyProof.NONE, ORIGIN).orElseThrow();
    assertThat(before.refresh(living, living.scopes(), ORIGIN)).isPresent();
  }

  /** Two pages of one browser: once the second has read the session, the first renews it. */
  @ParameterizedTest
  @ValueSource(strings = {"user", "fed"})
  void twoSignInsOfABrowserAtTheSameTimeAreOneSession(String method) throws Exception {
    signedIn("Tia Twice " + method);
    code("Tia Twice " + method);
    Secret cookie = new Secret(browser.cookie("__Host-iam-session"));
    SignInSession before = here.sessions().find(cookie).orElseThrow();
    SignInProof weak = new SignInProof(Aal.AAL1, List.of(method));
    SignInProof strong = new SignInProof(Aal.AAL2, List.of(method));
    List<SignIns.Entered> first = new ArrayList<>();
    Runnable onTheWay =
        () -> {
          if (first.isEmpty()) {
            first.add(enter(here.sessions(), before, cookie, weak));
          }
        };
    EndedSecrets ended = new EndedSecrets(secrets, System::nanoTime);
    SignIns.Entered second = enter(sessions(ended, onTheWay), before, cookie, strong);
    assertThat(second.secret()).isEqualTo(first.getFirst().secret()).isNotEqualTo(cookie);
    assertThat(second.session().id()).isEqualTo(first.getFirst().session().id());
    assertThat(second.session().proof().aal()).isEqualTo(Aal.AAL2);
    assertThat(here.sessions().find(second.secret())).isPresent();
    assertThat(
            Rows.texts("SELECT id FROM iam_sessions WHERE user_id = '%s'".formatted(before.user())))
        .containsExactly(second.session().id().toString());
  }

  @Test
  void withoutTheDatabaseNoOneGetsInAtEither() throws Exception {
    signedIn("Olga Outage");
    String code = code("Olga Outage");
    Secret cookie = new Secret(browser.cookie("__Host-iam-session"));
    TestDatabase.proxy().goAway();
    try {
      for (Replica replica : List.of(here, there)) {
        isUnavailable(() -> replica.sessions().find(cookie));
        isUnavailable(() -> replica.codes().redeem(presented(code), ORIGIN));
        isUnavailable(() ->
            replica
                .refreshTokens()
                .find(
                    new RefreshToken(cookie, cookie).text(),
                    panel(),
                    _ -> {},
                    KeyProof.NONE,
                    ORIGIN));
      }
    } finally {
      TestDatabase.proxy().comeBack();
    }
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> given().get(API + "ready").statusCode() == 200);
    // Nothing was used up meanwhile, and it is still good for one use.
    assertThat(there.codes().redeem(presented(code), ORIGIN)).isPresent();
    assertThat(here.codes().redeem(presented(code), ORIGIN)).isEmpty();
  }

  private static void isUnavailable(ThrowingCallable attempt) {
    assertThatThrownBy(attempt)
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE));
  }
}
