package io.iamplane.key;

import static io.iamplane.key.Curve.P256;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.security.interfaces.ECPublicKey;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class JwksApiTest {

  private static final String PATH = "/.well-known/jwks.json";

  @Inject SigningKeys keys;
  @Inject KeyRing ring;
  @Inject OAuthFixture fixture;
  private SigningKey key;

  @BeforeEach
  void oneKey() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys");
    key = keys.ensureActive(fixture.platform());
    Rows.update("DELETE FROM iam_signing_keys WHERE status = 'pending'");
    // A poll that is under way answers with the keys of the test before.
    await()
        .untilAsserted(() -> {
          ring.forget();
          get().then().body("keys.kid", equalTo(List.of(key.kid())));
        });
  }

  @Test
  void setHoldsThePublicMembersAndNoOther() {
    ECPublicKey point = ring.find(key.kid()).orElseThrow();
    String body = get().asString();
    assertThat(body)
        .isEqualTo(
            "{\"keys\":[{\"kty\":\"EC\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\""
                + key.kid()
                + "\",\"crv\":\"P-256\",\"x\":\""
                + P256.coordinate(point.getW().getAffineX())
                + "\",\"y\":\""
                + P256.coordinate(point.getW().getAffineY())
                + "\"}]}");
  }

  @Test
  void verifiersMayCacheForFiveMinutes() {
    Response answer = get();
    assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=300");
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.header("ETag")).matches("\"[\\w-]{43}\"");
  }

  @Test
  void unchangedSetIsNotSentAgain() {
    String tag = get().header("ETag");
    for (String match : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
      Response answer = given().header("If-None-Match", match).get(PATH);
      assertThat(answer.statusCode()).as(match).isEqualTo(304);
      assertThat(answer.header("ETag")).isEqualTo(tag);
      assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=300");
      assertThat(answer.asByteArray()).isEmpty();
    }
    given().header("If-None-Match", "\"other\"").get(PATH).then().statusCode(200);
  }

  @Test
  void anotherSetHasAnotherTag() throws SQLException {
    String tag = get().header("ETag");
    Rows.update("DELETE FROM iam_signing_keys");
    keys.ensureActive(fixture.platform());
    // A poll that is under way answers with the keys from before.
    await()
        .untilAsserted(() -> {
          ring.forget();
          given().header("If-None-Match", tag).get(PATH).then().statusCode(200);
        });
  }

  @Test
  void everyPublishedStateIsThereAndNoOther() throws SQLException {
    String columns =
        "purpose, alg, public_key, published_at, seal_version, sealed_private, wrapped_data_key,"
            + " provider, provider_key_version";
    Rows.update(
        "INSERT INTO iam_signing_keys (kid, status, "
            + columns
            + ") SELECT 'zzzzzzzz-next', 'pending', "
            + columns
            + " FROM iam_signing_keys");
    Rows.update(
        "INSERT INTO iam_signing_keys (kid, status, activated_at, revoked_at, purpose, alg,"
            + " public_key, published_at) SELECT 'gone', 'revoked', activated_at, now(), purpose,"
            + " alg, public_key, published_at FROM iam_signing_keys WHERE status = 'active'");
    // A poll that is under way answers with the keys from before.
    await()
        .untilAsserted(() -> {
          ring.forget();
          get()
              .then()
              .body("keys.size()", equalTo(2))
              .body("keys[1].kid", equalTo("zzzzzzzz-next"));
        });
    assertThat(ring.find("gone")).isEmpty();
  }

  @Test
  void outageLeavesTheLoadedSetInPlace() throws IOException {
    String before = get().asString();
    TestDatabase.proxy().goAway();
    try {
      ring.forget();
      assertThat(get().asString()).isEqualTo(before);
    } finally {
      TestDatabase.comeBack();
    }
  }

  private static Response get() {
    Response answer = given().get(PATH);
    answer.then().statusCode(200);
    return answer;
  }
}
