package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed bodies, for every operation of the document with a body. */
@QuarkusTest
class ContentEncodingApiTest {

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
  }

  @TestFactory
  Stream<DynamicTest> aCompressedBodyIsRefusedWithItsEncoding() {
    String token = platform.platformToken();
    return PublishedOperations.all().stream()
        .filter(each -> each.definition().has("requestBody"))
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> refused(each, token)));
  }

  private void refused(Published operation, String token) throws IOException {
    String type = operation.definition().at("/requestBody/content").fieldNames().next();
    byte[] body = gzip("{}");
    RequestSpecification request =
        platform.as(token).contentType(type).header("Content-Encoding", "gzip");
    // REST Assured sends a form as text alone.
    (type.equals("application/x-www-form-urlencoded")
            ? request.body(new String(body, StandardCharsets.ISO_8859_1))
            : request.body(body))
        .request(
            operation.method(), operation.path().replaceAll("\\{[^}]+}", AdminTenant.UNKNOWN_ID))
        .then()
        .statusCode(415)
        .header("Accept-Encoding", equalTo("identity"))
        .body("detail", containsString("\"gzip\""))
        .body("accept_encoding", nullValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "GZIP", "gzip, br", "identity, gzip", "deflate", "none"})
  void everyOtherEncodingIsRefused(String encoding) {
    encoded(encoding).then().statusCode(415).body("detail", containsString(encoding));
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "Identity", ""})
  void aBodyAsItIsIsRead(String encoding) {
    encoded(encoding).then().statusCode(201);
  }

  @Test
  void aLongEncodingIsNotRepeatedWhole() {
    assertThat(encoded("x".repeat(5_000)).then().statusCode(415).extract().asString().length())
        .isLessThan(1_000);
  }

  @Test
  void onlyEncodingsAreAnsweredWithThoseThatThereAre() {
    tenant
        .request()
        .contentType("text/plain")
        .body("{}")
        .post(AdminTenant.PATH + "users")
        .then()
        .statusCode(415)
        .header("Accept-Encoding", nullValue());
  }

  /** A request without a body has no encoding of it. */
  @Test
  void anEmptyBodyIsOfAnyEncoding() {
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant
        .request()
        .header("Content-Encoding", "gzip")
        .get(AdminTenant.PATH + "users/ann")
        .then()
        .statusCode(200);
  }

  @Test
  void rightsAreLookedAtFirst() throws IOException {
    tenant
        .as(platform.token(platform.clientWithoutRights(tenant.organization())))
        .request()
        .contentType("application/json")
        .header("Content-Encoding", "gzip")
        .body(gzip("{}"))
        .post(AdminTenant.PATH + "users")
        .then()
        .statusCode(403);
  }

  private Response encoded(String encoding) {
    return tenant
        .request()
        .contentType("application/json")
        .header("Content-Encoding", encoding)
        .body("{\"name\": \"Ann\"}")
        .post(AdminTenant.PATH + "users");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
