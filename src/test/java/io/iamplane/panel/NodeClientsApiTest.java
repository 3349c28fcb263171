package io.iamplane.panel;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.panel.NodeTools.Ended;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URL;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients for Node get tokens: those of the panel's packages, with secrets and keys of all kinds.
 */
@Tag("ci")
@QuarkusTest
class NodeClientsApiTest {

  @TestHTTPResource("/")
  URL here;

  @Inject TestPlatform platform;

  @Test
  void theyGetTokensBySecretAndByKey() throws Exception {
    NodeTools.node();
    NodeTools.install();
    IssuedClient administrator = new AdminTenant(platform).administrator();
    Map<String, String> environment =
        Map.of(
            "API",
            "http://" + here.getAuthority(),
            "ISSUER",
            "http://localhost:8080",
            "AUDIENCE",
            "iam-admin",
            "CLIENT_ID",
            administrator.clientId(),
            "CLIENT_SECRET",
            administrator.secret().reveal());
    Ended ended =
        NodeTools.run(Duration.ofSeconds(60), environment, line -> {}, "node", "e2e/clients.mjs");
    ended.mustBeWell();
  }
}
