package io.iamplane.panel;

import io.iamplane.panel.NodeTools.Ended;
import io.iamplane.signin.SignInApiFixture;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client for Node signs a person in and refreshes, by tokens that are bound to a key. */
@Tag("ci")
@QuarkusTest
class NodeDpopApiTest extends SignInApiFixture {

  @TestHTTPResource("/")
  URL here;

  @Test
  void itsTokensAreBoundToItsKey() throws Exception {
    NodeTools.node();
    NodeTools.install();
    person("Nora Node");
    Ended ended =
        NodeTools.run(
            Duration.ofSeconds(60),
            Map.of("API", "http://" + here.getAuthority(), "ISSUER", ISSUER, "PERSON", "Nora Node"),
            line -> {},
            "node",
            "e2e/dpop.mjs");
    ended.mustBeWell();
  }
}
