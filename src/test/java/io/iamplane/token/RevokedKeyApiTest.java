package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.key.Es256;
import io.iamplane.key.SigningKeys;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens of a key, including cached ones, after another replica revokes the key. */
@QuarkusTest
class RevokedKeyApiTest {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String PATH = "/api/iam/v1/organizations";
  private static final String KID = "revoked-key-test";

  @Inject TestPlatform platform;
  @Inject SigningKeys keys;

  @AfterEach
  void clean() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys WHERE kid = '" + KID + "'");
  }

  @Test
  void tokensOfARevokedKeyEndWithinASecondThoughTheyAreCached() throws SQLException {
    String own = platform.platformToken();
    KeyPair pair = Es256.generate();
    store(pair);
    String token = signedBy(pair, own);
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> platform.as(token).get(PATH).statusCode() == 200);
    assertThat(platform.as(token).get(PATH).statusCode()).as("cached by now").isEqualTo(200);

    keys.revoke(platform.command(), KID, "leaked");
    await()
        .atMost(Duration.ofSeconds(1))
        .until(() -> platform.as(token).get(PATH).statusCode() == 401);
    platform.as(own).get(PATH).then().statusCode(200);
  }

  /** A check is answered straight from its connection, where a token is known. */
  @Test
  void decisionsOfARevokedKeyEndToo() throws SQLException {
    String own = platform.platformToken();
    KeyPair pair = Es256.generate();
    store(pair);
    String token = signedBy(pair, own);
    await().atMost(Duration.ofSeconds(5)).until(() -> check(token) == 200);
    assertThat(check(token)).as("cached by now").isEqualTo(200);
    keys.revoke(platform.command(), KID, "leaked");
    await().atMost(Duration.ofSeconds(1)).until(() -> check(token) == 401);
    assertThat(check(own)).isEqualTo(200);
  }

  private int check(String token) {
    return platform
        .as(token)
        .contentType("application/json")
        .body("{\"subject\": \"user:ann\", \"permission\": \"iam:users.read\"}")
        .post("/api/iam/v1/decisions/check")
        .statusCode();
  }

  private static void store(KeyPair pair) throws SQLException {
    Rows.update(
        "INSERT INTO iam_signing_keys (kid, purpose, alg, status, public_key, published_at,"
            + " activated_at, superseded_at) VALUES ('"
            + KID
            + "', 'token', 'ES256', 'overlap', '\\x"
            + HexFormat.of().formatHex(pair.getPublic().getEncoded())
            + "', now(), now(), now())");
  }

  private static String signedBy(KeyPair pair, String token) {
    String header = "{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\"" + KID + "\"}";
    String input =
        BASE64.encodeToString(header.getBytes(StandardCharsets.UTF_8))
            + token.substring(token.indexOf('.'), token.lastIndexOf('.'));
    byte[] signature = Es256.sign(pair.getPrivate(), input.getBytes(StandardCharsets.US_ASCII));
    return input + "." + BASE64.encodeToString(signature);
  }
}
