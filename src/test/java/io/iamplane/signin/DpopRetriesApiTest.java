package io.iamplane.signin;

import static io.iamplane.signin.DpopApiTest.refreshing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.testing.DpopKey;
import io.iamplane.testing.Rows;
import io.iamplane.token.KeyProof;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A client that was told to come back later still has its code, its token and its family. */
@QuarkusTest
class DpopRetriesApiTest extends SignInApiFixture {

  private static final Caller.Origin ORIGIN = new Caller.Origin("c", "127.0.0.1", null);

  /** No proof finds room. */
  private static final KeyProof FULL =
      (_, _) -> {
        throw IamException.of(ErrorCode.TOO_MANY_REQUESTS, "full");
      };

  private final DpopKey key = new DpopKey();

  @Inject RefreshTokens refreshTokens;
  @Inject SignInClients clients;
  @Inject CodeRedemption codes;

  private Response tokens(String code) {
    return DpopApiTest.tokens(redemption(code), key.proof("POST", DpopApiTest.TOKENS));
  }

  private Response refresh(String token) {
    return DpopApiTest.tokens(refreshing(token), key.proof("POST", DpopApiTest.TOKENS));
  }

  /** A replica of the build before wrote the family without the key, which its code had. */
  @Test
  void aFamilyHasTheKeyOfItsCode() throws SQLException {
    String user = person("Ro Rolling");
    Map<String, String> asked = request("scope", "openid offline_access");
    asked.put("dpop_jkt", key.thumbprint());
    String first = tokens(returned(signIn(asked, "Ro Rolling")).get("code")).path("refresh_token");
    Rows.update(
        "UPDATE iam_refresh_families SET key_thumbprint = NULL WHERE user_id = '" + user + "'");
    DpopApiTest.isRefused(redeem(refreshing(first)), "invalid_grant");
    assertThat(refresh(first).statusCode()).isEqualTo(200);
  }

  private static void isFull(ThrowingCallable attempt) {
    assertThatThrownBy(attempt).isInstanceOf(IamException.class).hasMessageContaining("full");
  }

  private SignInClient panel() {
    return clients.find(SignInClients.PANEL).orElseThrow();
  }

  @Test
  void aCodeIsGoodForTheRetry() {
    person("Cy Retries");
    String code = returned(signIn(request(), "Cy Retries")).get("code");
    isFull(() ->
        codes.redeem(
            new CodeRedemption.Presented(
                new Secret(code), panel(), CALLBACK, new Secret(VERIFIER), FULL),
            ORIGIN));
    tokens(code).then().statusCode(200);
  }

  /**
   * Neither the token that counts nor an older one, which an attempt without the key left alone.
   */
  @Test
  void aRefreshTokenIsGoodForTheRetry() throws SQLException {
    String user = person("Re Retries");
    String code =
        returned(signIn(request("scope", "openid offline_access"), "Re Retries")).get("code");
    String first = tokens(code).path("refresh_token");
    isFull(() -> refreshTokens.find(new Secret(first), panel(), _ -> {}, FULL, ORIGIN));
    // Long after the time in which the one before may come again.
    String second = refresh(first).path("refresh_token");
    RefreshTokensApiTest.later(user, "1 hour");
    isFull(() -> refreshTokens.find(new Secret(first), panel(), _ -> {}, FULL, ORIGIN));
    assertThat(refresh(second).statusCode()).isEqualTo(200);
  }
}
