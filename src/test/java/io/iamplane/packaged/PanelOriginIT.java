package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A panel on a host of its own, by the settings of the guide; no database is there. */
class PanelOriginIT {

  private static final Path GUIDE = Path.of("docs/kubernetes.md");
  private static final String PANEL = "https://panel.your-company.com";
  private static final String FOREIGN = "https://elsewhere.example.com";
  private static final String CHECK = "/api/iam/v1/decisions/check";
  private static final String READY = "/api/iam/v1/ready";
  private static final String ALLOWED = "access-control-allow-origin";
  private static final String NO_DATABASE = "jdbc:postgresql://127.0.0.1:1/iam";

  @Test
  @Tag("ci")
  void thePanelMayAskAndOtherOriginsMayNot() throws Exception {
    Map<String, String> environment = FreshDatabase.plainHttp(NO_DATABASE);
    environment.putAll(settings());
    try (PackagedApp server = PackagedApp.start(environment, "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status("/api/iam/v1/health") == 200);

      HttpResponse<String> asked = preflight(server, PANEL);
      assertThat(asked.statusCode()).isEqualTo(204);
      assertThat(asked.headers().firstValue(ALLOWED)).hasValue(PANEL);
      assertThat(asked.headers().firstValue("access-control-allow-headers").orElse(""))
          .containsIgnoringCase("authorization")
          .containsIgnoringCase("idempotency-key");

      HttpResponse<String> unavailable = server.get(READY, "Origin", PANEL);
      assertThat(unavailable.statusCode()).isEqualTo(503);
      assertThat(unavailable.headers().firstValue(ALLOWED)).hasValue(PANEL);

      HttpResponse<String> refused = server.post(CHECK, "{}", "Origin", PANEL);
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.headers().firstValue(ALLOWED)).hasValue(PANEL);

      HttpResponse<String> foreign = preflight(server, FOREIGN);
      assertThat(foreign.statusCode()).isEqualTo(403);
      assertThat(foreign.headers().firstValue(ALLOWED)).isEmpty();
      assertThat(server.get(READY, "Origin", FOREIGN).headers().firstValue(ALLOWED)).isEmpty();
    }
  }

  /** With any settings, people sign in by passkeys alone. */
  @Test
  @Tag("ci")
  void noOneSignsInByAClick() throws Exception {
    Map<String, String> environment = FreshDatabase.plainHttp(NO_DATABASE);
    environment.put("IAM_PANEL_REDIRECT_URIS", PANEL + "/callback");
    environment.put("QUARKUS_PROFILE", "dev");
    try (PackagedApp server = PackagedApp.start(environment, "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status("/api/iam/v1/health") == 200);
      assertThat(server.post("/sign-in/development", "user=x").statusCode()).isEqualTo(404);
      assertThat(server.status("/.well-known/openid-configuration")).isEqualTo(200);
      assertThat(server.get("/.well-known/oauth-authorization-server").body())
          .contains("authorize", "authorization_code");
      String asked =
          "?client_id=panel&response_type=code&code_challenge_method=S256&code_challenge="
              + "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&redirect_uri="
              + PANEL
              + "/callback";
      HttpResponse<String> page = server.get("/sign-in" + asked);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body()).contains("Sign in with a passkey").doesNotContain("Development only");
      assertThat(server.status("/sign-in/passkeys.js")).isEqualTo(200);
    }
  }

  @Tag("ci")
  @Test
  void everyOriginStopsAProductionStartWithOneLine() {
    Map<String, String> environment = FreshDatabase.plainHttp(NO_DATABASE);
    environment.put("IAM_HTTP_CORS_ORIGINS", "*");
    PackagedApp.Ended ended = PackagedApp.run(environment, "serve");
    assertThat(ended.exitCode()).isNotZero();
    assertThat((ended.out() + ended.err()).lines())
        .filteredOn(line -> line.contains("iam.http.cors.origins"))
        .singleElement()
        .asString()
        .contains("list the origins of the admin panel");
  }

  private static HttpResponse<String> preflight(PackagedApp server, String origin)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + CHECK))
            .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "authorization,idempotency-key")
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static Map<String, String> settings() throws IOException {
    Map<String, String> settings = new HashMap<>();
    Pattern.compile("(?m)^ *- (IAM_HTTP_CORS_\\w+)=(.+)$")
        .matcher(Files.readString(GUIDE))
        .results()
        .forEach(line -> settings.put(line.group(1), line.group(2)));
    assertThat(settings).containsEntry("IAM_HTTP_CORS_ORIGINS", PANEL);
    return settings;
  }
}
