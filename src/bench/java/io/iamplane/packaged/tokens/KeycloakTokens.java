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

/** Keycloak with a realm that signs tokens with ES256. */
public final class KeycloakTokens implements TokenServer {

  private static final String PATH = "/realms/tokens/protocol/openid-connect/token";

  private static final String REALM =
      """
      {"realm": "tokens", "enabled": true, "accessTokenLifespan": 900,
       "defaultSignatureAlgorithm": "ES256",
       "clients": [
         {"clientId": "secret", "secret": "%s", "serviceAccountsEnabled": true,
          "standardFlowEnabled": false},
         {"clientId": "key", "serviceAccountsEnabled": true, "standardFlowEnabled": false,
          "clientAuthenticatorType": "client-jwt",
          "attributes": {"use.jwks.string": "true", "jwks.string": "%s",
            "token.endpoint.auth.signing.alg": "ES256"}}]}
      """;

  private final Keycloak server;
  private final AssertionForge forge;

  private KeycloakTokens(Keycloak server, AssertionForge forge) {
    this.server = server;
    this.forge = forge;
  }

  public static KeycloakTokens start(Path folder, WriteDatabase database, IntSupplier ports)
      throws IOException, SQLException {
    AssertionForge forge = new AssertionForge("one");
    Keycloak server = Keycloak.launch(folder, database, ports);
    try {
      String jwks =
          AssertionForge.jwks(forge.jwk().put("use", "sig").put("alg", "ES256")).toString();
      server.make(REALM.formatted(Keycloak.SECRET, jwks.replace("\"", "\\\"")));
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
    return new Asked(
        server.port(),
        server.process(),
        switch (kind) {
          case SECRET ->
              List.of(
                  LoadRequest.form(
                      PATH,
                      "",
                      "grant_type=client_credentials&client_id=secret&client_secret="
                          + Keycloak.SECRET,
                      TOKEN));
          case ASSERTION -> TokenServer.asserting(PATH, most, this::assertion);
          case INTROSPECTION ->
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
                      ACTIVE));
        });
  }

  private String assertion() {
    return forge.sign(
        forge.header(),
        // Its issuer is the host that a request names, and the load's requests name no port.
        AssertionForge.claims("key", Instant.now()).put("aud", "http://127.0.0.1/realms/tokens"));
  }

  @Override
  public void close() {
    server.close();
  }
}
