package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Applications of tenants, as clients that people sign in to. */
abstract class ApplicationFixture extends SignInApiFixture {

  static final String BACK = "https://warehouse.example.com/callback";
  static final String ELSEWHERE = "https://warehouse.example.com/elsewhere";

  @Inject OrganizationService organizations;

  /**
   * An application.
   *
   * @param token of an administrator of its tenant
   * @param approver the token of another one
   */
  record App(String token, String approver, String key, String clientId, String secret) {}

  Organization demoTenant() {
    return organizations.byKey(DemoTenant.KEY).orElseThrow();
  }

  /** A new application of the demo tenant. */
  App application(String type, String... uris) {
    return application(demoTenant(), type, uris);
  }

  App application(Organization tenant, String type, String... uris) {
    String token = platform.token(platform.administrator(tenant));
    String approver = platform.token(platform.administrator(tenant));
    await().until(() -> platform.as(approver).get(API + "users").statusCode() == 200);
    await().until(() -> platform.as(token).get(API + "users").statusCode() == 200);
    App app = new App(token, approver, "app-" + Long.toString(System.nanoTime(), 36), "", "");
    Response applied = declare(app, type, uris);
    return new App(
        token,
        approver,
        app.key(),
        applied.path("data.client_id"),
        applied.path("data.client_secret"));
  }

  /** Submits another manifest of an application. */
  Response submit(App app, String type, String... uris) {
    String list =
        Arrays.stream(uris).map(uri -> "\"" + uri + "\"").collect(Collectors.joining(", "));
    return json(app.token())
        .body(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "%s", "name": "Warehouse"},
             "auth": {"client_type": "%s", "redirect_uris": [%s]}}
            """
                .formatted(app.key(), type, list))
        .post(API + "applications/" + app.key() + "/manifests");
  }

  /** Applies another manifest of an application. */
  Response declare(App app, String type, String... uris) {
    Response submitted = submit(app, type, uris);
    assertThat(submitted.statusCode()).as(submitted.asString()).isEqualTo(201);
    String path = API + "manifests/" + submitted.path("data.id");
    if (submitted.path("data.status").equals("pending_approval")) {
      json(app.approver()).post(path + "/approve").then().statusCode(200);
    }
    Response applied = json(app.token()).post(path + "/apply");
    assertThat(applied.statusCode()).as(applied.asString()).isEqualTo(200);
    return applied;
  }

  RequestSpecification json(String token) {
    return platform.as(token).contentType("application/json");
  }

  /** A valid request of an application for a code. */
  static Map<String, String> asked(App app) {
    Map<String, String> parameters = request("scope", "openid offline_access");
    parameters.put("client_id", app.clientId());
    parameters.put("redirect_uri", BACK);
    return parameters;
  }

  static Map<String, String> asked(App app, String name, String value) {
    Map<String, String> parameters = asked(app);
    parameters.put(name, value);
    return parameters;
  }

  /** The parameters of a redirect to the application. */
  static Map<String, String> back(Response answer) {
    return returned(answer, BACK);
  }

  /** A code of an application for a person, who signs in if they have not yet. */
  String codeOf(App app, String name) {
    Response sent = authorize(asked(app));
    boolean shown = sent.header("Location").startsWith("../sign-in?");
    return back(shown ? signIn(asked(app), name) : sent).get("code");
  }

  /** The redemption of a code, without a proof of the client. */
  static Map<String, String> redeeming(App app, String code) {
    Map<String, String> form = redemption(code);
    form.put("client_id", app.clientId());
    form.put("redirect_uri", BACK);
    return form;
  }

  static Map<String, String> refreshing(App app, String token) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "refresh_token");
    form.put("client_id", app.clientId());
    form.put("refresh_token", token);
    return form;
  }

  /** The form as a confidential client sends it. */
  static Response proved(App app, Map<String, String> form) {
    form.put("client_secret", app.secret());
    return redeem(form);
  }

  static Response userInfo(String token) {
    return given().header("Authorization", "Bearer " + token).get("/oauth/userinfo");
  }

  /** Waits until an access token is refused. */
  static void isEnded(String access) {
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(userInfo(access).statusCode()).isEqualTo(401));
  }

  static void isRefused(Response answer, int status, String error) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    assertThat(answer.<String>path("error")).isEqualTo(error);
  }
}
