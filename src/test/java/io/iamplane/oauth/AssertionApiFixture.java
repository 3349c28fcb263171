package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.directory.client.Client;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.token.TokenVerifier;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;

/** A client with a key, and its requests to the token endpoint. */
abstract class AssertionApiFixture {

  static final String PATH = "/oauth/token";

  @Inject OAuthFixture fixture;
  @Inject TokenVerifier verifier;
  @Inject Clock clock;

  final AssertionForge forge = new AssertionForge("one");
  OrganizationId tenant;
  Client client;

  @BeforeEach
  void makeClient() {
    tenant = fixture.tenant();
    client =
        fixture.keyClient(
            tenant, AssertionForge.jwks(forge.jwk()), "iam:groups.read", "iam:users.read");
  }

  void accepted(String assertion) {
    asserting(assertion).post(PATH).then().statusCode(200);
  }

  static void assertRefused(String assertion) {
    assertRefused(asserting(assertion));
  }

  /** Expects the same answer, byte for byte, for every fault. */
  static void assertRefused(RequestSpecification request) {
    String body =
        request
            .post(PATH)
            .then()
            .statusCode(401)
            .contentType("application/json")
            .header("Cache-Control", "no-store")
            .header("WWW-Authenticate", startsWith("Basic "))
            .extract()
            .asString();
    assertThat(body)
        .isEqualTo(
            "{\"error\":\"invalid_client\","
                + "\"error_description\":\"Client authentication failed.\"}");
  }

  static RequestSpecification form() {
    return given().formParam("grant_type", "client_credentials");
  }

  static RequestSpecification asserting(String assertion) {
    return form()
        .formParam("client_assertion_type", AssertionForge.TYPE)
        .formParam("client_assertion", assertion);
  }

  String good() {
    return forge.sign(forge.header(), claims());
  }

  String sign(Consumer<ObjectNode> change) {
    ObjectNode claims = claims();
    change.accept(claims);
    return forge.sign(forge.header(), claims);
  }

  ObjectNode claims() {
    return AssertionForge.claims(client.clientId(), clock.instant());
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
