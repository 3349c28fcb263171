package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.shared.Caller;
import io.iamplane.testing.TestPlatform;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;

/** The demo tenant, and the panel that its people sign in to. */
public abstract class SignInApiFixture {

  protected static final String CALLBACK = "https://panel.example.com/callback";
  protected static final String ISSUER = "http://localhost:8080";
  protected static final String API = "/api/iam/v1/";

  /** RFC 7636, appendix B. */
  protected static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  protected static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  @Inject protected TestPlatform platform;
  @Inject DemoTenant demo;

  protected final Browser browser = new Browser();
  private String administrator;

  @BeforeEach
  void loadTheDemoTenant() {
    platform.platform();
    demo.load(id -> Caller.command(id, "tester", "test"));
  }

  /** A request of the demo tenant's administrator. */
  protected RequestSpecification administrator() {
    return platform.as(administratorToken());
  }

  /** The token of the demo tenant's administrator. */
  protected String administratorToken() {
    if (administrator == null) {
      // Where the test before emptied the database, a signing key comes a moment later.
      await()
          .until(() -> {
            administrator =
                given()
                    .auth()
                    .preemptive()
                    .basic(DemoTenant.TENANT_CLIENT, DemoTenant.TENANT_SECRET)
                    .formParam("grant_type", "client_credentials")
                    .post("/oauth/token")
                    .path("access_token");
            return administrator != null
                && platform.as(administrator).get(API + "users").statusCode() == 200;
          });
    }
    return administrator;
  }

  /** A new person of the demo tenant; the id. */
  protected String person(String name) {
    return administrator()
        .contentType("application/json")
        .body(Map.of("name", name))
        .post(API + "users")
        .then()
        .statusCode(201)
        .extract()
        .path("data.id");
  }

  /** A valid request for a code, as parameters. */
  protected static Map<String, String> request() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("response_type", "code");
    parameters.put("client_id", "panel");
    parameters.put("redirect_uri", CALLBACK);
    parameters.put("scope", "openid");
    parameters.put("state", "s 1");
    parameters.put("nonce", "n-1");
    parameters.put("code_challenge", CHALLENGE);
    parameters.put("code_challenge_method", "S256");
    return parameters;
  }

  /** A valid request but for one parameter; null leaves it out. */
  protected static Map<String, String> request(String name, String value) {
    Map<String, String> parameters = request();
    if (value == null) {
      parameters.remove(name);
    } else {
      parameters.put(name, value);
    }
    return parameters;
  }

  protected static String query(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> each.getKey() + "=" + encoded(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  protected Response authorize(Map<String, String> parameters) {
    return browser.get("/oauth/authorize?" + query(parameters));
  }

  /** The sign-in page that an authorization request leads to. */
  protected String page(Map<String, String> parameters) {
    Response sent = authorize(parameters);
    assertThat(sent.statusCode()).as(sent.asString()).isEqualTo(303);
    assertThat(sent.header("Location")).startsWith("../sign-in?");
    Response page = browser.get(sent.header("Location").substring(2));
    assertThat(page.statusCode()).as(page.asString()).isEqualTo(200);
    return page.asString();
  }

  /** Signs a person in by a click; the answer to it. */
  protected Response signIn(Map<String, String> parameters, String name) {
    return browser.post("/sign-in/development", Browser.form(page(parameters), name));
  }

  /** Signs a person in, and the code. */
  protected String code(String name) {
    return returned(signIn(request(), name)).get("code");
  }

  /** The parameters of a redirect to the panel. */
  protected static Map<String, String> returned(Response answer) {
    return returned(answer, CALLBACK);
  }

  /** The parameters of a redirect to a URL. */
  static Map<String, String> returned(Response answer, String url) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(303);
    String location = answer.header("Location");
    assertThat(location).startsWith(url + "?");
    return parameters(location.substring(location.indexOf('?') + 1));
  }

  protected static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&")) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return parameters;
  }

  protected static Map<String, String> redemption(String code) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("client_id", "panel");
    form.put("code", code);
    form.put("redirect_uri", CALLBACK);
    form.put("code_verifier", VERIFIER);
    return form;
  }

  /** The answers to a request that two clients send at once. */
  static List<Response> twiceAtOnce(Callable<Response> request) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Response> answers = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(2)) {
      List<Future<Response>> running = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        running.add(
            clients.submit(() -> {
              start.await();
              return request.call();
            }));
      }
      for (Future<Response> each : running) {
        answers.add(each.get());
      }
    }
    return answers;
  }

  protected static Response redeem(Map<String, String> form) {
    RequestSpecification request = given();
    form.forEach(request::formParam);
    return request.post("/oauth/token");
  }

  protected static Response redeem(String code) {
    return redeem(redemption(code));
  }

  /** The claims of a token, unverified. */
  protected static JsonNode claims(String jwt) {
    try {
      return new ObjectMapper().readTree(Base64.getUrlDecoder().decode(jwt.split("\\.")[1]));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** An ID token as it looks to the server after its key is gone; no one can verify it any more. */
  protected static String ofAKeyThatIsGone(String idToken) {
    String header = "{\"alg\":\"ES256\",\"typ\":\"JWT\",\"kid\":\"gone\"}";
    return Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(header.getBytes(StandardCharsets.UTF_8))
        + idToken.substring(idToken.indexOf('.'));
  }

  /** The status of the reviewer's inbox for a token. */
  protected int inbox(String token) {
    return platform.as(token).get(API + "access-reviews/inbox").statusCode();
  }

  /** Waits until the panel's token is refused. */
  protected void isRefusedSoon(String token) {
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(token)).isEqualTo(401));
  }

  protected static void isPage(Response answer, int status) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo("text/html;charset=UTF-8");
    assertThat(answer.header("Location")).isNull();
  }

  /** The events of a type in the demo tenant about a target, newest first. */
  protected List<Map<String, Object>> events(String type) {
    return administrator().get(API + "audit/events?limit=100&type=" + type).path("data");
  }
}
