package io.iamplane.key.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class KeyApiTest {

  private static final String PATH = "/api/iam/v1/keys";

  @Inject TestPlatform platform;
  private String token;

  @BeforeEach
  void keysThatAllVerifiersKnow() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys");
    platform.platform();
    older();
    token = platform.platformToken();
  }

  @AfterEach
  void age() throws SQLException {
    older();
  }

  @Test
  void keysAreListedWithoutPrivateParts() {
    String body =
        get("")
            .body("data", hasSize(4))
            .body("data.purpose", containsInAnyOrder("token", "token", "audit", "audit"))
            .body("next_cursor", nullValue())
            .extract()
            .asString();
    assertThat(body).doesNotContain("sealed", "private", "wrapped");
    get("?filter[purpose]=token&filter[status]=active")
        .body("data", hasSize(1))
        .body("data[0].kid", equalTo(kid("token", "active")))
        .body("data[0].alg", equalTo("ES256"))
        .body("data[0].published_at", notNullValue())
        .body("data[0].activated_at", notNullValue())
        .body("data[0].activated_early", equalTo(false))
        .body("data[0].retires_at", nullValue())
        .body("data[0].verifier_key", nullValue());
    get("?filter[purpose]=audit&filter[status]=pending")
        .body("data[0].signs_from", notNullValue())
        .body("data[0].verifier_key", notNullValue());
  }

  @Test
  void pagesMakeTheWholeList() {
    List<String> kids = new ArrayList<>();
    String cursor = "";
    do {
      ValidatableResponse page = get("?limit=1" + cursor);
      kids.addAll(page.extract().path("data.kid"));
      String next = page.extract().path("next_cursor");
      cursor = next == null ? null : "&cursor=" + next;
    } while (cursor != null);
    List<String> all = get("").extract().path("data.kid");
    assertThat(kids).isEqualTo(all).hasSize(4);
  }

  @Test
  void rotationHappensOnceAndThenSaysWhenItCanBeAgain() {
    String before = kid("token", "active");
    post("rotate", null)
        .statusCode(200)
        .body("data.purpose", equalTo("token"))
        .body("data.rotated", equalTo(true))
        .body("data.rotates_from", notNullValue())
        .body("data.keys.status", containsInAnyOrder("overlap", "active", "pending"))
        .body("data.keys.find { it.status == 'overlap' }.kid", equalTo(before))
        .body("data.keys.find { it.status == 'overlap' }.retires_at", notNullValue());
    String after = kid("token", "active");
    assertThat(after).isNotEqualTo(before);
    post("rotate", "{\"purpose\": \"token\"}")
        .statusCode(200)
        .body("data.rotated", equalTo(false))
        .body("data.rotates_from", notNullValue());
    assertThat(kid("token", "active")).isEqualTo(after);
    // The old key's token is still good.
    get("").statusCode(200);
  }

  @Test
  void auditKeyRotatesByItsPurpose() {
    String tokens = kid("token", "active");
    post("rotate", "{\"purpose\": \"audit\"}")
        .statusCode(200)
        .body("data.purpose", equalTo("audit"))
        .body("data.rotated", equalTo(true));
    assertThat(kid("token", "active")).isEqualTo(tokens);
  }

  @Test
  void revokedKeyIsReplaced() {
    String before = kid("token", "active");
    String standby = kid("token", "pending");
    post(before + "/revoke", "{\"reason\": \"INC-42\"}")
        .statusCode(200)
        .body("data.rotated", equalTo(true))
        .body("data.keys.status", containsInAnyOrder("revoked", "active", "pending"))
        .body("data.keys.find { it.status == 'active' }.kid", equalTo(standby))
        .body("data.keys.find { it.status == 'active' }.activated_early", equalTo(false));
    assertThat(kid("token", "active")).isEqualTo(standby);
  }

  @Test
  void secondRevocationSaysThatTheNextKeyIsNotKnownYet() {
    post(kid("token", "pending") + "/revoke", "{\"reason\": \"a\"}").statusCode(200);
    post(kid("token", "active") + "/revoke", "{\"reason\": \"b\"}")
        .statusCode(200)
        .body("data.keys.find { it.status == 'active' }.activated_early", equalTo(true));
  }

  @Test
  void repeatedRotationWithAKeyIsTheSameAnswer() {
    String first = rotate("k-1").extract().asString();
    rotate("k-1").header("Idempotency-Replayed", equalTo("true")).body(equalTo(first));
  }

  @Test
  void unknownKeyIsNotFound() {
    post("unknown/revoke", "{\"reason\": \"x\"}").statusCode(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"reason\": \" \"}", "{\"reason\": \"a\\u0007\"}", "{\"reason\": null}"})
  void revocationNeedsAReason(String body) {
    post(kid("token", "pending") + "/revoke", body).statusCode(422);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?filter[purpose]=other",
        "?filter[status]=x",
        "?limit=0",
        "?cursor=AAAA",
      })
  void wrongParametersAreRefused(String query) {
    platform.as(token).get(PATH + query).then().statusCode(422);
  }

  @Test
  void administratorOfATenantIsRefused() {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.get("keys").statusCode(403);
    tenant.post("keys/rotate", "{}").statusCode(403);
    // As every resource of another organization.
    tenant.post("keys/" + kid("token", "pending") + "/revoke", "{'reason': 'x'}").statusCode(404);
  }

  private ValidatableResponse rotate(String idempotencyKey) {
    return platform
        .as(token)
        .header("Idempotency-Key", idempotencyKey + token.hashCode())
        .post(PATH + "/rotate")
        .then()
        .statusCode(200);
  }

  private ValidatableResponse get(String query) {
    return platform.as(token).get(PATH + query).then().statusCode(200);
  }

  private ValidatableResponse post(String act, String body) {
    var request = platform.as(token);
    if (body != null) {
      request.contentType("application/json").body(body);
    }
    return request.post(PATH + "/" + act).then();
  }

  private static String kid(String purpose, String status) {
    try {
      return Rows.texts(
              "SELECT kid FROM iam_signing_keys WHERE purpose = '%s' AND status = '%s'"
                  .formatted(purpose, status))
          .getFirst();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void older() throws SQLException {
    Rows.update(
        """
        UPDATE iam_signing_keys SET published_at = published_at - interval '1 hour',
          activated_at = activated_at - interval '1 hour',
          superseded_at = superseded_at - interval '1 hour'
        """);
  }
}
