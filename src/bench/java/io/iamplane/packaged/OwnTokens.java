package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.load.LoadTarget;
import io.iamplane.packaged.tokens.Refreshes;
import io.iamplane.packaged.tokens.TokenKind;
import io.iamplane.packaged.tokens.TokenServer;
import io.iamplane.testing.AssertionForge;
import io.restassured.path.json.JsonPath;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A build of ours, with a service account that has a key, and people. */
final class OwnTokens implements TokenServer {

  private static final String PATH = "/oauth/token";
  private static final String INTROSPECT = "/oauth/introspect";

  /** A server that has just started on a busy machine has no policy in memory yet. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final String name;
  private final BenchServer server;
  private final AssertionForge forge = new AssertionForge("one");
  private final String keyed;
  private @Nullable OwnPeople people;
  private @Nullable Refreshes refreshes;

  OwnTokens(String name, BenchServer server) {
    this.name = name;
    this.server = server;
    HttpResponse<String> made = await().atMost(PATIENCE).until(this::account, OwnTokens::isMade);
    this.keyed = JsonPath.from(made.body()).getString("data.client.client_id");
  }

  private HttpResponse<String> account() {
    return PackagedTenant.post(
        server.app(),
        server.tenant().token(server.app()),
        "/api/iam/v1/service-accounts",
        "{\"name\": \"Keyed\", \"auth\": \"private_key_jwt\", \"jwks\": %s}"
            .formatted(AssertionForge.jwks(forge.jwk())));
  }

  private static boolean isMade(HttpResponse<String> answer) {
    return answer.statusCode() == 201;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable LoadTarget target(TokenKind kind, int most) {
    return switch (kind) {
      case SECRET ->
          asked(
              List.of(
                  LoadRequest.form(
                      PATH, "", credentials() + "&grant_type=client_credentials", TOKEN)));
      case ASSERTION -> asked(TokenServer.asserting(PATH, most, this::assertion));
      case INTROSPECTION -> introspection();
      case CODE -> letsPeopleIn() ? redeeming(people().codes(most)) : null;
      case REFRESH -> letsPeopleIn() ? refreshes(most) : null;
    };
  }

  /** An earlier build may have no sign-in. */
  private boolean letsPeopleIn() {
    return server.app().status("/sign-in/passkeys.js") == 200;
  }

  private OwnPeople people() {
    if (people == null) {
      people = new OwnPeople(server);
    }
    return people;
  }

  private LoadTarget redeeming(List<String> codes) {
    return TokenServer.redeeming(
        server.app().port(),
        process(),
        PATH,
        PersonBrowser.CALLBACK,
        PersonBrowser.VERIFIER,
        codes);
  }

  private Refreshes refreshes(int chains) {
    if (refreshes == null) {
      refreshes =
          new Refreshes(server.app().port(), process(), PATH, people().refreshTokens(chains));
    }
    return refreshes;
  }

  private ProcessHandle process() {
    return ProcessHandle.of(server.app().pid()).orElseThrow();
  }

  private @Nullable LoadTarget introspection() {
    String form = credentials() + "&token=" + server.tenant().token(server.app());
    HttpResponse<String> answer =
        server.app().post(INTROSPECT, form, "Content-Type", "application/x-www-form-urlencoded");
    return answer.statusCode() == 404
        ? null
        : asked(List.of(LoadRequest.form(INTROSPECT, "", form, ACTIVE)));
  }

  private String credentials() {
    return "client_id="
        + server.tenant().clientId()
        + "&client_secret="
        + server.tenant().clientSecret();
  }

  private String assertion() {
    return forge.sign(
        forge.header(),
        AssertionForge.claims(keyed, Instant.now())
            .put("aud", server.environment().get("IAM_ISSUER"))
            .put("exp", Instant.now().getEpochSecond() + 280));
  }

  private Asked asked(List<LoadRequest> requests) {
    return new Asked(server.app().port(), process(), requests);
  }

  @Override
  public void close() {
    server.close();
  }
}
