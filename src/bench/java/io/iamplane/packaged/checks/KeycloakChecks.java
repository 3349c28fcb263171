package io.iamplane.packaged.checks;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.writes.Keycloak;
import io.iamplane.packaged.writes.WriteDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Keycloak's authorization services: may the bearer of a token read an item, by a role? It decides
 * about the bearer alone, so all requests are the same, and has no batches of subjects.
 */
public final class KeycloakChecks implements CheckServer {

  private static final String REALM =
      """
      {"realm": "checks", "enabled": true, "accessTokenLifespan": 3600,
       "roles": {"realm": [{"name": "reader"}]},
       "clients": [{"clientId": "shop", "secret": "%s", "serviceAccountsEnabled": true,
         "standardFlowEnabled": false, "authorizationServicesEnabled": true,
         "authorizationSettings": {"policyEnforcementMode": "ENFORCING",
           "decisionStrategy": "UNANIMOUS",
           "scopes": [{"name": "read"}],
           "resources": [{"name": "item", "scopes": [{"name": "read"}]}],
           "policies": [
             {"name": "readers", "type": "role", "logic": "POSITIVE",
              "decisionStrategy": "UNANIMOUS",
              "config": {"roles": "[{\\"id\\":\\"reader\\",\\"required\\":true}]"}},
             {"name": "read an item", "type": "scope", "logic": "POSITIVE",
              "decisionStrategy": "UNANIMOUS",
              "config": {"resources": "[\\"item\\"]", "scopes": "[\\"read\\"]",
                "applyPolicies": "[\\"readers\\"]"}}]}}],
       "users": [{"username": "service-account-shop", "enabled": true,
         "serviceAccountClientId": "shop", "realmRoles": ["reader"]}]}
      """;

  private final Keycloak server;

  private KeycloakChecks(Keycloak server) {
    this.server = server;
  }

  public static KeycloakChecks start(Path folder, WriteDatabase database, IntSupplier ports)
      throws IOException, SQLException {
    Keycloak server = Keycloak.launch(folder, database, ports);
    try {
      server.make(REALM.formatted(Keycloak.SECRET));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    return new KeycloakChecks(server);
  }

  @Override
  public String name() {
    return "Keycloak";
  }

  @Override
  public Map<CheckKind, CheckTarget> targets() throws IOException {
    String token =
        server.token("checks", "grant_type=client_credentials&client_id=shop&client_secret=");
    LoadRequest request =
        LoadRequest.form(
            "/realms/checks/protocol/openid-connect/token",
            token,
            "grant_type=urn:ietf:params:oauth:grant-type:uma-ticket&audience=shop"
                + "&permission=item%23read&response_mode=decision",
            ExpectedAnswer.of(Map.of("/result", "true")));
    return Map.of(
        CheckKind.CHECK, new CheckTarget(server.port(), server.process(), List.of(request)));
  }

  @Override
  public void close() {
    server.close();
  }
}
