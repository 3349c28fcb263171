package io.iamplane.packaged.tokens;

import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.load.LoadTarget;
import io.iamplane.packaged.writes.Keycloak;
import io.iamplane.packaged.writes.WriteDatabase;
import io.iamplane.testing.AssertionForge;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Keycloak with a realm that signs tokens with ES256, and takes each refresh token once. */
public final class KeycloakTokens implements TokenServer {

  private static final String REALM_PATH = "/realms/tokens";
  private static final String PATH = REALM_PATH + "/protocol/openid-connect/token";

  private static final String REALM =
      """
      {"realm": "tokens", "enabled": true, "accessTokenLifespan": 900,
       "accessCodeLifespan": 600, "revokeRefreshToken": true, "refreshTokenMaxReuse": 0,
       "defaultSignatureAlgorithm": "ES256", "users": [%s],
       "clients": [
         {"clientId": "secret", "secret": "%s", "serviceAccountsEnabled": true,
          "standardFlowEnabled": false, "protocolMappers": [
            {"name": "introspects its own", "protocol": "openid-connect",
             "protocolMapper": "oidc-audience-mapper",
             "config": {"included.client.audience": "secret", "access.token.claim": "true"}}]},
         {"clientId": "key", "serviceAccountsEnabled": true, "standardFlowEnabled": false,
          "clientAuthenticatorType": "client-jwt",
          "attributes": {"use.jwks.string": "true", "jwks.string": "%s",
            "token.endpoint.auth.signing.alg": "ES256"}}, %s]}
      """;

  private final Keycloak server;
  private final AssertionForge forge;
  private final KeycloakPeople people;
  private @Nullable Refreshes refreshes;

  private KeycloakTokens(Keycloak server, AssertionForge forge) {
    this.server = server;
    this.forge = forge;
    this.people = new KeycloakPeople(server.port(), REALM_PATH);
  }

  public static KeycloakTokens start(Path folder, WriteDatabase database, IntSupplier ports)
      throws IOException, SQLException {
    AssertionForge forge = new AssertionForge("one");
    Keycloak server = Keycloak.launch(folder, database, ports);
    try {
      String jwks =
          AssertionForge.jwks(forge.jwk().put("use", "sig").put("alg", "ES256")).toString();
      server.make(
          REALM.formatted(
              KeycloakPeople.PERSON,
              Keycloak.SECRET,
              jwks.replace("\"", "\\\""),
              KeycloakPeople.CLIENT));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    return new KeycloakTokens(server, forge);
  }

  @Override
  public String name() {
    return "Keycloak";
  }

  @Override
  public LoadTarget target(TokenKind kind, int most) throws IOException {
    return switch (kind) {
      case SECRET ->
          asked(
              List.of(
                  LoadRequest.form(
                      PATH,
                      "",
                      "grant_type=client_credentials&client_id=secret&client_secret="
                          + Keycloak.SECRET,
                      TOKEN)));
      case ASSERTION -> asked(TokenServer.asserting(PATH, most, this::assertion));
      case INTROSPECTION ->
          asked(
              List.of(
                  LoadRequest.form(
                      PATH + "/introspect",
                      "",
                      "client_id=secret&client_secret="
                          + Keycloak.SECRET
                          + "&token="
                          + server.token(
                              "tokens",
                              "grant_type=client_credentials&client_id=secret&client_secret="),
                      ACTIVE)));
      case CODE ->
          TokenServer.redeeming(
              server.port(),
              server.process(),
              PATH,
              KeycloakPeople.CALLBACK,
              KeycloakPeople.VERIFIER,
              people.codes(most));
      case REFRESH -> refreshes(most);
    };
  }

  private Asked asked(List<LoadRequest> requests) {
    return new Asked(server.port(), server.process(), requests);
  }

  private Refreshes refreshes(int chains) throws IOException {
    if (refreshes == null) {
      refreshes =
          new Refreshes(server.port(), server.process(), PATH, people.refreshTokens(chains));
    }
    return refreshes;
  }

  private String assertion() {
    return forge.sign(
        forge.header(),
        AssertionForge.claims("key", Instant.now())
            .put("aud", "http://127.0.0.1:" + server.port() + REALM_PATH));
  }

  @Override
  public void close() {
    server.close();
  }
}
