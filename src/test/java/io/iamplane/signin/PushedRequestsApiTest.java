package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.job.ExpiredRows;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client pushes its request, and the browser brings the URI once, within a minute. */
@QuarkusTest
class PushedRequestsApiTest extends SignInApiFixture {

  private static final String NAME = "Rita Moss, reviewer";

  @Inject ExpiredRows job;

  private static Response push(Map<String, String> parameters) {
    RequestSpecification request = given();
    parameters.forEach(request::formParam);
    return request.post("/oauth/par");
  }

  private static String pushed(Map<String, String> parameters) {
    Response answer = push(parameters);
    answer.then().statusCode(201).header("Cache-Control", "no-store");
    assertThat(answer.<Integer>path("expires_in")).isEqualTo(60);
    return answer.path("request_uri");
  }

  private static Map<String, String> brought(String uri) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("client_id", "panel");
    parameters.put("request_uri", uri);
    return parameters;
  }

  private static void isPage(Response answer) {
    isPage(answer, 400);
  }

  // --- Abuse ---

  @Test
  void aUriIsGoodOnce() {
    String uri = pushed(request());
    assertThat(authorize(brought(uri)).statusCode()).isEqualTo(303);
    isPage(authorize(brought(uri)));
  }

  @Test
  void aUriIsOfItsClient() throws Exception {
    String uri = pushed(request());
    for (String client : new String[] {"", "other"}) {
      Map<String, String> parameters = brought(uri);
      parameters.put("client_id", client);
      isPage(authorize(parameters));
    }
    assertThat(authorize(brought(uri)).statusCode()).isEqualTo(303);
    String others = pushed(request());
    Rows.update("UPDATE iam_pushed_requests SET client_id = 'other'");
    isPage(authorize(brought(others)));
  }

  @Test
  void aUriIsGoodForAMinute() throws Exception {
    String uri = pushed(request());
    Rows.update("UPDATE iam_pushed_requests SET expires_at = now()");
    isPage(authorize(brought(uri)));
    job.run();
    assertThat(Rows.texts("SELECT client_id FROM iam_pushed_requests")).isEmpty();
  }

  @Test
  void aUriThatIsMadeUpIsAPageAndOneOfElsewhereIsRefused() {
    String prefix = "urn:ietf:params:oauth:request_uri:";
    for (String made : new String[] {"x", "", "a".repeat(43), "%00"}) {
      isPage(authorize(brought(prefix + made)));
    }
    Map<String, String> elsewhere = request("request_uri", "https://client.example.com/request");
    assertThat(returned(authorize(elsewhere))).containsEntry("error", "request_uri_not_supported");
  }

  @Test
  void whatTheBrowserAddsCountsForNothing() {
    Map<String, String> parameters = brought(pushed(request()));
    parameters.put("redirect_uri", "https://evil.example/callback");
    parameters.put("state", "other");
    parameters.put("code_challenge_method", "plain");
    String location = authorize(parameters).header("Location");
    assertThat(location).contains("state=s%201").doesNotContain("evil", "plain", "request_uri");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "redirect_uri, https://evil.example/callback, 400, invalid_request",
        "redirect_uri, -, 400, invalid_request",
        "code_challenge, -, 400, invalid_request",
        "code_challenge_method, plain, 400, invalid_request",
        "response_type, token, 400, unsupported_response_type",
        "scope, iam:*, 400, invalid_scope",
        "resource, https://other.example.com, 400, invalid_target",
        "request, x, 400, request_not_supported",
        "request_uri, urn:ietf:params:oauth:request_uri:x, 400, request_uri_not_supported",
        "client_id, -, 401, invalid_client",
        "client_id, other, 401, invalid_client",
        "client_secret, x, 401, invalid_client",
      })
  void anInvalidRequestIsRefusedAtOnce(String name, String value, int status, String error)
      throws Exception {
    String before = count();
    Response answer = push(request(name, value));
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    assertThat(answer.<String>path("error")).isEqualTo(error);
    assertThat(count()).isEqualTo(before);
  }

  @Test
  void aParameterThatIsGivenTwiceIsRefused() {
    given()
        .contentType("application/x-www-form-urlencoded")
        .body(query(request()) + "&state=other")
        .post("/oauth/par")
        .then()
        .statusCode(400);
    given().get("/oauth/par?" + query(request())).then().statusCode(405);
  }

  /** Raw characters of a form become three times as many in a query. */
  @Test
  void aFormThatBecomesTooLongIsRefused() throws Exception {
    String before = count();
    Map<String, String> asked = request("state", "{".repeat(500));
    asked.put("nonce", "{".repeat(500));
    StringBuilder raw = new StringBuilder();
    asked.forEach((name, value) -> raw.append('&').append(name).append('=').append(value));
    Response grown =
        given()
            .contentType("application/x-www-form-urlencoded")
            .body(raw.substring(1).replace(" ", "%20"))
            .post("/oauth/par");
    assertThat(grown.statusCode()).as(grown.asString()).isEqualTo(400);
    assertThat(grown.<String>path("error_description")).isEqualTo("The request is too long.");
    assertThat(count()).isEqualTo(before);
  }

  @Test
  void oneClientDoesNotTakeTheRoomOfAll() throws Exception {
    full(PushedRequests.MOST_OF_A_KIND);
    try {
      push(request()).then().statusCode(429).header("Retry-After", "60");
      assertThat(authorize(request()).statusCode()).as("without one").isEqualTo(303);
      Rows.update("UPDATE iam_pushed_requests SET kind = 'public'");
      push(request()).then().statusCode(201);
    } finally {
      Rows.update("DELETE FROM iam_pushed_requests");
    }
  }

  private static void full(int number) throws Exception {
    Rows.update(
        """
        INSERT INTO iam_pushed_requests (uri_hash, client_id, query, expires_at)
        SELECT sha256(i::text::bytea), 'panel', 'x', now() + interval '1 minute'
        FROM generate_series(1, %d) i
        """
            .formatted(number));
  }

  private static String count() throws Exception {
    return Rows.texts("SELECT count(*)::text FROM iam_pushed_requests").getFirst();
  }

  // --- Use ---

  @Test
  void aPersonSignsInByAPushedRequest() throws Exception {
    Map<String, String> asked = request("login_hint", "rita@example.com");
    String uri = pushed(asked);
    assertThat(Rows.texts("SELECT p::text FROM iam_pushed_requests p").toString())
        .doesNotContain("rita@example.com", uri.substring(uri.length() - 43));
    String html = page(brought(uri));
    String code =
        returned(browser.post("/sign-in/development", Browser.form(html, NAME))).get("code");
    redeem(code).then().statusCode(200);
  }
}
