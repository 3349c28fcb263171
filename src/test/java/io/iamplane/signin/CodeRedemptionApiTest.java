package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.change.Changes;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.testing.Rows;
import io.iamplane.token.KeyProof;
import io.iamplane.token.TokenRevocations;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A code makes one token, and its second use ends that. */
@QuarkusTest
class CodeRedemptionApiTest extends SignInApiFixture {

  @Inject SessionCredentials credentials;
  @Inject AuthorizationCodeStore store;
  @Inject EndedSecrets ended;
  @Inject Sessions sessions;
  @Inject RefreshTokens refreshTokens;
  @Inject TokenRevocations revocations;
  @Inject Changes changes;
  @Inject Transactions transactions;
  @Inject SignInClients clients;
  @Inject Clock clock;

  @Test
  void anOutageOfTheKeysLeavesTheCodeGood() {
    person("Kai Key");
    String code = code("Kai Key");
    PersonTokens failing =
        new PersonTokens(null, null) {
          @Override
          CodeRedemption.Redeemed issue(
              AuthorizationCode of,
              SignInClient client,
              SignInSession session,
              String jti,
              String keyThumbprint) {
            throw IamException.dependencyUnavailable(new IllegalStateException("no key"));
          }
        };
    CodeRedemption redemption =
        new CodeRedemption(
            credentials,
            store,
            ended,
            sessions,
            failing,
            refreshTokens,
            revocations,
            changes,
            transactions,
            clock);
    assertThatThrownBy(() ->
            redemption.redeem(
                new CodeRedemption.Presented(
                    new Secret(code),
                    clients.find("panel").orElseThrow(),
                    CALLBACK,
                    new Secret(VERIFIER),
                    KeyProof.NONE),
                new Caller.Origin("c", "127.0.0.1", null)))
        .isInstanceOf(IamException.class);
    redeem(code).then().statusCode(200);
  }

  @Test
  void aSecondUseEndsTheTokenOfTheFirst() {
    String user = person("Tom Twice");
    String code = code("Tom Twice");
    String access = redeem(code).path("access_token");
    assertThat(inbox(access)).isEqualTo(200);
    redeem(code).then().statusCode(400);
    isRefusedSoon(access);
    redeem(code).then().statusCode(400);
    String jti = claims(access).path("jti").asText();
    assertThat(events("iam.token.revoked"))
        .filteredOn(event -> event.toString().contains(jti))
        .hasSize(1);
    assertThat(events("iam.sign_in.refused"))
        .filteredOn(event -> event.toString().contains(user))
        .singleElement()
        .asString()
        .contains("code_reused");
    // The person, who did nothing wrong, is still signed in.
    assertThat(inbox(redeem(returned(authorize(request())).get("code")).path("access_token")))
        .isEqualTo(200);
  }

  /** The tokens that are remembered one by one have an end; beyond it one person's tokens end. */
  @Test
  void aPersonWhoUsesManyCodesTwiceEndsNoOthersTokens() throws Exception {
    String colleague = person("Cleo Colleague");
    String others = redeem(code("Cleo Colleague")).path("access_token");
    person("Max Many");
    Rows.update(
        """
        INSERT INTO iam_ended_tokens (organization_id, holder, version, ended_at)
        SELECT organization_id, 'token/panel/many-' || i, 1, now()
        FROM iam_users, generate_series(1, 2000) i WHERE id = '%s'
        """
            .formatted(colleague));
    // Another browser: in this one the sign-in of the one would end the session of the other.
    browser.plant(BrowserCookies.SESSION, "x".repeat(43));
    String code = returned(signIn(request("prompt", "login"), "Max Many")).get("code");
    String own = redeem(code).path("access_token");
    redeem(code).then().statusCode(400);
    isRefusedSoon(own);
    assertThat(inbox(others)).isEqualTo(200);
    Rows.update("DELETE FROM iam_ended_tokens WHERE holder LIKE 'token/panel/many-%'");
  }

  @RepeatedTest(5)
  void ofTwoAtOnceOneWinsAndTheOtherEndsItsToken() throws Exception {
    if (!page(request()).contains("Ray Race")) {
      person("Ray Race");
    }
    String code = code("Ray Race");
    List<Response> answers = twiceAtOnce(() -> redeem(code));
    assertThat(answers).extracting(Response::statusCode).containsExactlyInAnyOrder(200, 400);
    Response won =
        answers.stream().filter(each -> each.statusCode() == 200).findFirst().orElseThrow();
    isRefusedSoon(won.path("access_token"));
  }

  /** It is carried out to its end, as there is no transaction that goes another way. */
  @Test
  void theLoserOfARaceLeavesNothingBehind() throws Exception {
    person("Lou Loser");
    String code = returned(signIn(RefreshTokensApiTest.ASKED, "Lou Loser")).get("code");
    redeem(code).then().statusCode(200);
    byte[] hash = RandomSecrets.hash(new Secret(code));
    AuthorizationCode row = store.byHash(hash).orElseThrow();
    RefreshTokens.Beginning late =
        new RefreshTokens.Beginning(row, hash, clients.find("panel").orElseThrow(), null);
    RoundTrip trip = store.roundTrip();
    Supplier<Integer> used = store.use(hash, clock.instant(), "late", row.keepUntil(), trip);
    Supplier<SessionClientStore.State> noted = SessionClientStore.add(late, "late", trip);
    Supplier<Optional<Secret>> family = refreshTokens.begin(late, "late", trip);
    transactions.autoCommit(() -> {
      trip.run();
      return true;
    });
    assertThat(used.get()).isZero();
    assertThat(noted.get()).isEqualTo(SessionClientStore.State.ENDED);
    assertThat(family.get()).isEmpty();
    String ofSession = " WHERE session_id = '" + row.session() + "'";
    assertThat(Rows.texts("SELECT client_id FROM iam_session_clients" + ofSession)).isEmpty();
    assertThat(Rows.texts("SELECT id FROM iam_refresh_families" + ofSession)).hasSize(1);
    assertThat(store.byHash(hash).orElseThrow().tokenJti()).isEqualTo(row.tokenJti());
  }
}
