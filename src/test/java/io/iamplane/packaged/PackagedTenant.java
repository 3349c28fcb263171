package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.packaged.PackagedApp.Ended;
import io.iamplane.packaged.siege.Victim;
import io.restassured.path.json.JsonPath;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** An installation with one tenant, and the client that administers it. */
record PackagedTenant(String clientId, String clientSecret) {

  /** For tests that ask more than any client should. */
  static final Map<String, String> UNLIMITED =
      Map.of(
          "IAM_ADMIN_RATE_LIMIT",
          "1000000",
          "IAM_ADMIN_TENANT_RATE_LIMIT",
          "1000000",
          "IAM_OAUTH_RATE_LIMIT",
          "1000000",
          "IAM_AUTHENTICATION_FAILURE_LIMIT",
          "1000000");

  /** Makes both in an empty database. */
  static PackagedTenant bootstrap(Map<String, String> environment) {
    JsonPath seats = seats(environment);
    return new PackagedTenant(
        seats.getString("tenant.client_id"), seats.getString("tenant.client_secret"));
  }

  /** The same, with the client that administers the platform. */
  static JsonPath seats(Map<String, String> environment) {
    done(PackagedApp.run(environment, "iam:migrate"));
    return JsonPath.from(
        done(PackagedApp.run(environment, "iam:bootstrap", "--tenant", "acme", "--json")).out());
  }

  /** The tenant of an installation that was made before. */
  static PackagedTenant of(FreshDatabase.Installed installed) {
    return new PackagedTenant(
        installed.seats().getString("tenant.client_id"),
        installed.seats().getString("tenant.client_secret"));
  }

  /** A token of the client. */
  String token(PackagedApp server) {
    String credentials = clientId + ":" + clientSecret;
    HttpResponse<String> answer =
        server.post(
            "/oauth/token",
            "grant_type=client_credentials",
            "Authorization",
            "Basic "
                + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)),
            "Content-Type",
            "application/x-www-form-urlencoded");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonPath.from(answer.body()).getString("access_token");
  }

  /** The tenant as one that goes about its business, while others do something else. */
  Victim victim(PackagedApp server) {
    String credentials = clientId + ":" + clientSecret;
    String basic =
        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    return new Victim(server.port(), token(server), basic);
  }

  /** Asks for a change with a token. */
  static HttpResponse<String> post(PackagedApp server, String token, String path, String body) {
    return server.post(
        path, body, "Authorization", "Bearer " + token, "Content-Type", "application/json");
  }

  /** A command that ended well. */
  static Ended done(Ended ended) {
    assertThat(ended.exitCode()).as(ended.err() + ended.out()).isZero();
    return ended;
  }
}
