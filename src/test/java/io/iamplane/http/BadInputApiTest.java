package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.database.Sql;
import io.iamplane.shared.Hashes;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any bad input is answered with a problem that names the place, and nothing is written. */
@QuarkusTest
class BadInputApiTest {

  private static final String PATH = "/api/iam/v1/organizations";
  private static final int MIB = 1024 * 1024;

  @Inject TestPlatform platform;
  @Inject Sql sql;
  private String token;
  private long before;

  @BeforeEach
  void count() {
    token = platform.platformToken();
    before = rows();
  }

  @AfterEach
  void nothingWasWritten() {
    assertThat(rows()).isEqualTo(before);
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("nothing", ""),
        Arguments.of("only white space", "  \n "),
        Arguments.of("cut off", "{\"key\":\"acme\""),
        Arguments.of("single quotes", "{'key':'acme'}"),
        Arguments.of("a comment", "{/* */\"key\":\"acme\",\"name\":\"A\"}"),
        Arguments.of("trailing text", "{\"key\":\"acme\",\"name\":\"A\"} x"),
        Arguments.of("two values", "{\"key\":\"acme\",\"name\":\"A\"}{}"),
        Arguments.of("a repeated member", "{\"key\":\"acme\",\"key\":\"acme2\",\"name\":\"A\"}"),
        Arguments.of("a list", "[]"),
        Arguments.of("a string", "\"acme\""),
        Arguments.of("a number", "1"),
        Arguments.of("null", "null"),
        Arguments.of("NaN", "{\"key\":NaN}"),
        Arguments.of("a raw control character", "{\"key\":\"a\u0001b\"}"),
        Arguments.of("too deep", "[".repeat(10_000) + "]".repeat(10_000)),
        Arguments.of("deep in an unknown member", "{\"x\":" + "{\"a\":".repeat(5_000)),
        Arguments.of("a number of a thousand digits", "{\"key\":" + "9".repeat(1_000) + "}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"filter[typo]", "Limit", "status", "filter[status][]"})
  void unknownParameterIsNamed(String name) {
    RestAssured.given()
        .auth()
        .oauth2(token)
        .queryParam(name, "active")
        .get(PATH)
        .then()
        .statusCode(422)
        .body("type", equalTo("https://iam/problems/validation"))
        .body("errors.'" + name + "'[0]", startsWith("unknown parameter; allowed: cursor,"));
  }

  @Test
  void parameterGivenTwiceIsNamed() {
    RestAssured.given()
        .auth()
        .oauth2(token)
        .queryParam("limit", "5", "6")
        .get(PATH)
        .then()
        .statusCode(422)
        .body("errors.limit[0]", equalTo("must not be given more than once"));
  }

  @Test
  void anOperationWithoutParametersTakesNone() {
    RestAssured.given()
        .auth()
        .oauth2(token)
        .contentType("application/json")
        .queryParam("dry_run", "true")
        .body("{\"key\":\"typo\",\"name\":\"Typo\"}")
        .post(PATH)
        .then()
        .statusCode(422)
        .body("errors.dry_run[0]", equalTo("unknown parameter; this operation takes none"));
  }

  @Test
  void aProbeTakesWhatComes() {
    RestAssured.get("/api/iam/v1/health?from=balancer").then().statusCode(200);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void unreadableBodyIs400(String what, String body) {
    post(body)
        .statusCode(400)
        .contentType("application/problem+json")
        .body("type", equalTo("https://iam/problems/malformed-request"));
  }

  @Test
  void syntaxErrorNamesLineAndColumn() {
    post("{\n  \"key\": oops\n}").statusCode(400).body("detail", containsString("line 2"));
  }

  @Test
  void invalidUtf8Is400() {
    byte[] body = "{\"key\":\"acme\",\"name\":\"\u00e4\"}".getBytes(StandardCharsets.ISO_8859_1);
    platform
        .as(token)
        .contentType("application/json")
        .body(body)
        .post(PATH)
        .then()
        .statusCode(400)
        .body("type", equalTo("https://iam/problems/malformed-request"));
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        Arguments.of("key", "{\"key\":1,\"name\":\"A\"}"),
        Arguments.of("key", "{\"key\":true,\"name\":\"A\"}"),
        Arguments.of("key", "{\"key\":{},\"name\":\"A\"}"),
        Arguments.of("key", "{\"key\":[\"acme\"],\"name\":\"A\"}"),
        Arguments.of("key", "{\"key\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"),
        Arguments.of("key", "{\"key\":null,\"name\":\"A\"}"),
        Arguments.of("key", "{\"name\":\"A\"}"),
        Arguments.of("name", "{\"key\":\"acme\"}"),
        Arguments.of("name", "{\"key\":\"acme\",\"name\":\" \"}"),
        Arguments.of("name", "{\"key\":\"acme\",\"name\":\"" + "x".repeat(201) + "\"}"),
        Arguments.of("name", "{\"key\":\"acme\",\"name\":\"a\\u0000b\"}"),
        Arguments.of("name", "{\"key\":\"acme\",\"name\":\"a\\ud800b\"}"),
        Arguments.of("name", "{\"key\":\"acme\",\"name\":\"a\\udc00\\ud800\"}"),
        Arguments.of("status", "{\"key\":\"acme\",\"name\":\"A\",\"status\":\"gone\"}"),
        Arguments.of("status", "{\"key\":\"acme\",\"name\":\"A\",\"status\":\"ACTIVE\"}"),
        Arguments.of("status", "{\"key\":\"acme\",\"name\":\"A\",\"status\":0}"),
        Arguments.of("status", "{\"key\":\"acme\",\"name\":\"A\",\"status\":\"\"}"),
        Arguments.of("kind", "{\"key\":\"acme\",\"name\":\"A\",\"kind\":\"platform\"}"),
        Arguments.of("id", "{\"key\":\"acme\",\"name\":\"A\",\"id\":\"x\"}"),
        Arguments.of("Key", "{\"Key\":\"acme\",\"name\":\"A\"}"));
  }

  @ParameterizedTest(name = "{index} {0}")
  @MethodSource("invalid")
  void unfitMemberIs422AndNamed(String place, String body) {
    post(body)
        .statusCode(422)
        .contentType("application/problem+json")
        .body("type", equalTo("https://iam/problems/validation"))
        .body("errors", hasKey(place));
  }

  @Test
  void everyFaultOfABodyIsTold() {
    post("{\"name\":\"\"}")
        .statusCode(422)
        .body("errors", hasKey("key"))
        .body("errors", hasKey("name"));
  }

  @Test
  void bodyOfMoreThanOneMebibyteIs413() {
    post("{\"key\":\"acme\",\"name\":\"" + "x".repeat(MIB) + "\"}")
        .statusCode(413)
        .contentType("application/problem+json")
        .body("type", equalTo("https://iam/problems/payload-too-large"));
  }

  @Test
  void bodyOfMoreThanOneMebibyteIs413WithoutAnnouncedLengthToo() throws Exception {
    String head =
        "POST "
            + PATH
            + " HTTP/1.1\r\n"
            + "Host: localhost\r\n"
            + "Content-Type: application/json\r\n"
            + "Authorization: Bearer "
            + token
            + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunk = "10000\r\n" + "x".repeat(0x10000);
    try (Socket socket = new Socket("localhost", RestAssured.port)) {
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 20; i++) {
        try {
          out.write((chunk + "\r\n").getBytes(StandardCharsets.US_ASCII));
          out.flush();
        } catch (SocketException e) {
          break; // The server answered and closed before it read everything, as it should.
        }
      }
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded"})
  void otherContentTypesAre415(String type) {
    platform
        .as(token)
        .contentType(type)
        .body("{\"key\":\"acme\",\"name\":\"A\"}")
        .post(PATH)
        .then()
        .statusCode(415)
        .body("type", equalTo("https://iam/problems/unsupported-media-type"));
  }

  @Test
  void wrongMethodIs405() {
    platform
        .as(token)
        .put(PATH)
        .then()
        .statusCode(405)
        .body("type", equalTo("https://iam/problems/method-not-allowed"));
  }

  @Test
  void unknownPathIs404() {
    platform
        .as(token)
        .get("/api/iam/v1/nothing")
        .then()
        .statusCode(404)
        .body("type", equalTo("https://iam/problems/not-found"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit", "cursor"})
  void nulInAParameterIs422(String parameter) {
    platform
        .as(token)
        .urlEncodingEnabled(false)
        .get(PATH + "?" + parameter + "=%00")
        .then()
        .statusCode(422)
        .body("errors", hasKey(parameter));
  }

  @Test
  void nulInAPathIs422() {
    platform
        .as(token)
        .urlEncodingEnabled(false)
        .get(PATH + "/a%00b")
        .then()
        .statusCode(422)
        .body("errors", hasKey("path"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "AAAA", "%20", "%FF%FE", "..%2F"})
  void damagedCursorIs422AndNeverPageOne(String cursor) {
    platform
        .as(token)
        .urlEncodingEnabled(false)
        .get(PATH + "?cursor=" + cursor)
        .then()
        .statusCode(422)
        .body("errors", hasKey("cursor"));
  }

  /**
   * The checksum is no secret: a client that computes it must still learn that the place is
   * invalid.
   */
  @Test
  void madeUpCursorIs422() {
    for (int place : new int[] {'x', 0, 0xFF}) {
      madeUpCursorIs422((byte) place);
    }
  }

  private void madeUpCursorIs422(byte place) {
    byte[] list = "organizations?status=null\0".getBytes(StandardCharsets.UTF_8);
    byte[] hashed = java.util.Arrays.copyOf(list, list.length + 1);
    hashed[list.length] = place;
    byte[] cursor = java.util.Arrays.copyOf(Hashes.sha256(hashed), 9);
    cursor[8] = place;
    platform
        .as(token)
        .queryParam("cursor", Base64.getUrlEncoder().withoutPadding().encodeToString(cursor))
        .get(PATH)
        .then()
        .statusCode(422)
        .body("errors", hasKey("cursor"));
  }

  @Test
  void unprintableIdempotencyKeyIs422() {
    platform
        .as(token)
        .contentType("application/json")
        .header("Idempotency-Key", "a b")
        .body("{\"key\":\"acme\",\"name\":\"A\"}")
        .post(PATH)
        .then()
        .statusCode(422)
        .body("errors", hasKey("Idempotency-Key"));
  }

  @Test
  void correlationIdOfTheClientIsKeptWhenItIsFit() {
    platform
        .as(token)
        .header("Correlation-Id", "abc-123")
        .get(PATH + "/no-such")
        .then()
        .header("Correlation-Id", "abc-123")
        .body("correlation_id", equalTo("abc-123"));
    platform
        .as(token)
        .header("X-Request-ID", "req-7")
        .get(PATH + "/no-such")
        .then()
        .header("X-Request-ID", "req-7")
        .body("correlation_id", equalTo("req-7"));
    platform
        .as(token)
        .header("Correlation-Id", "{jndi:x} \" forged")
        .get(PATH + "/no-such")
        .then()
        .header("Correlation-Id", startsWith("0"));
  }

  private ValidatableResponse post(String body) {
    // As bytes: the client's own pretty-printer does not survive the deep ones.
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return platform.as(token).contentType("application/json").body(bytes).post(PATH).then();
  }

  /** Rows of every table that a write of an organization touches. */
  private long rows() {
    return sql.first(
            """
            SELECT (SELECT count(*) FROM iam_organizations)
              + (SELECT count(*) FROM iam_policy_changes)
              + (SELECT count(*) FROM iam_audit_records)
              + (SELECT count(*) FROM iam_outbox_messages)
              + (SELECT count(*) FROM iam_idempotent_answers) AS n
            """,
            row -> row.getLong("n"))
        .orElseThrow();
  }
}
