package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.directory.client.Client;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.OAuthFixture;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Assertions with the header that Microsoft's MSAL writes: a certificate and its digest, and no
 * {@code kid}. The client's JWK set has a key for encryption, too, as a directory publishes it.
 */
@QuarkusTest
class MsalAssertionApiTest {

  private static final String DIGEST = "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY";

  private static final AssertionForge SIGNING = new AssertionForge("sig", "PS256");
  private static final AssertionForge STRANGER = new AssertionForge("sig", "PS256");
  private static final AssertionForge ENCRYPTING = new AssertionForge("enc", "RS256");

  @Inject OAuthFixture fixture;
  @Inject Clock clock;

  private Client client;

  @BeforeEach
  void registerTheKeys() {
    ObjectNode encryption = ENCRYPTING.jwk().put("use", "enc");
    ObjectNode own = SIGNING.jwk().put("use", "sig").put("x5t#S256", DIGEST);
    own.putArray("x5c").add("MIIB");
    client = fixture.keyClient(fixture.tenant(), AssertionForge.jwks(encryption, own));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "PS256"})
  void assertionWithACertificateGetsAToken(String alg) {
    AssertionForge forge = new AssertionForge("sig", alg, SIGNING.pair());
    answer(forge, header -> header.putArray("x5c").add("M".repeat(5_000)))
        .then()
        .statusCode(200)
        .body("token_type", equalTo("Bearer"));
    answer(forge, header -> header.put("x5t", "abc").put("cty", "JWT").put("ver", "2.0"))
        .then()
        .statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exp", "x5t#S256", "b64"})
  void criticalMemberIsRefused(String name) {
    refused(SIGNING, header -> header.putArray("crit").add(name));
  }

  /** Keys in the header are not looked at, so that they prove nothing either. */
  @ParameterizedTest
  @ValueSource(strings = {"sig", "enc"})
  void otherKeysProveNothing(String kid) {
    refused(STRANGER, header -> header.put("kid", kid).set("jwk", STRANGER.jwk()));
  }

  private void refused(AssertionForge forge, Consumer<ObjectNode> change) {
    answer(forge, change).then().statusCode(401).body("error", equalTo("invalid_client"));
  }

  private Response answer(AssertionForge forge, Consumer<ObjectNode> change) {
    ObjectNode header = JsonNodeFactory.instance.objectNode().put("typ", "JWT");
    header.put("alg", forge.header().get("alg").textValue()).put("x5t#S256", DIGEST);
    change.accept(header);
    ObjectNode claims = AssertionForge.claims(client.clientId(), clock.instant());
    claims.put("nbf", clock.instant().getEpochSecond());
    return given()
        .formParam("grant_type", "client_credentials")
        .formParam("client_id", client.clientId())
        .formParam("client_assertion_type", AssertionForge.TYPE)
        .formParam("client_assertion", forge.sign(header, claims))
        .post("/oauth/token");
  }
}
