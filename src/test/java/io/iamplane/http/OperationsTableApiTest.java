package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.GoldenFile;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every operation of the OpenAPI document against every way of not being allowed. An operation that
 * is added joins by itself.
 */
@QuarkusTest
class OperationsTableApiTest {

  private static final String UNKNOWN_ID = "0192f3c4-0000-7000-8000-000000000000";

  @ConfigProperty(name = "quarkus.management.test-port")
  int managementPort;

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;
  @Inject ObjectMapper mapper;

  record Operation(String method, String path, JsonNode document) {

    boolean isPublic() {
      return document.has("x-iam-public");
    }

    /** Returns true if every active caller may use it, with any permissions. */
    boolean isForAnyCaller() {
      return document.has("x-iam-any-caller");
    }

    boolean isPlatform() {
      return document.path("x-iam-platform").asBoolean();
    }

    boolean namesAResource() {
      return path.contains("{");
    }

    String at(String id) {
      return path.replaceAll("\\{[^}]+}", id);
    }

    @Override
    public String toString() {
      return method.toUpperCase(java.util.Locale.ROOT) + " " + path;
    }
  }

  @TestFactory
  Stream<DynamicTest> nobodyUnauthorizedGetsThrough() throws Exception {
    String valid = platform.platformToken();
    String foreign = smith.reforge(valid, claims -> claims.put("aud", "another-service"));
    String expired =
        smith.reforge(
            valid, claims -> claims.put("exp", claims.get("iat").asLong() - 1).put("iat", 1));
    String forged = smith.breakSignature(valid);
    String withoutRights = platform.token(platform.clientWithoutRights(platform.platform()));
    return guarded().stream()
        .flatMap(operation ->
            Stream.of(
                operation.isForAnyCaller()
                    ? answered(operation, withoutRights)
                    : refused(operation, "lacking permission", withoutRights, 403),
                refused(operation, "no token", null, 401),
                refused(operation, "expired token", expired, 401),
                refused(operation, "wrong audience", foreign, 401),
                refused(operation, "wrong signature", forged, 401),
                refused(operation, "rubbish", "rubbish", 401)));
  }

  @TestFactory
  Stream<DynamicTest> tokenCountsInTheHeaderOnly() throws Exception {
    String valid = platform.platformToken();
    return guarded().stream()
        .map(operation ->
            DynamicTest.dynamicTest(
                operation.toString(),
                () -> {
                  RequestSpecification request =
                      RestAssured.given()
                          .queryParam("access_token", valid)
                          .cookie("access_token", valid);
                  expect(send(operation, request, UNKNOWN_ID), 401);
                }));
  }

  /**
   * An authorized caller gets the same "not found" for another tenant's resource as for a missing
   * one.
   */
  @TestFactory
  Stream<DynamicTest> anotherTenantsResourceIsNotFound() throws Exception {
    Organization other = platform.tenant();
    String own = platform.token(platform.administrator(platform.tenant()));
    return guarded().stream()
        .filter(Operation::namesAResource)
        .map(operation ->
            DynamicTest.dynamicTest(
                operation.toString(),
                () -> {
                  Response anothers =
                      send(operation, fixed(platform.as(own)), other.id().toString());
                  Response nobodys = send(operation, fixed(platform.as(own)), UNKNOWN_ID);
                  // A manifest is handed in for an application that need not be there yet, a body
                  // is looked at before what the path names.
                  assertThat(anothers.statusCode()).isIn(404, 422);
                  expect(anothers, anothers.statusCode());
                  assertThat(anothers.asString()).isEqualTo(nobodys.asString());
                  assertThat(headers(anothers)).isEqualTo(headers(nobodys));
                }));
  }

  @TestFactory
  Stream<DynamicTest> platformOperationsDoNotExistForTenants() throws Exception {
    String tenant = platform.token(platform.administrator(platform.tenant()));
    return guarded().stream()
        .filter(operation -> operation.isPlatform() && !operation.namesAResource())
        .map(operation -> refused(operation, "a tenant's administrator", tenant, 403));
  }

  @Test
  void everyOperationIsGuardedOrSaysWhyNot() throws Exception {
    assertThat(operations())
        .isNotEmpty()
        .allSatisfy(operation ->
            assertThat(
                    operation.document().has("x-iam-permission")
                        || operation.isForAnyCaller()
                        || operation.isPublic())
                .as(operation.toString())
                .isTrue());
  }

  @Test
  void nothingUnderThePrefixIsPublicButTheProbes() throws Exception {
    assertThat(
            operations().stream()
                .filter(Operation::isPublic)
                .map(Operation::toString)
                .filter(name -> name.contains("/api/iam/v1")))
        .containsExactlyInAnyOrder("GET /api/iam/v1/health", "GET /api/iam/v1/ready");
  }

  @Test
  void documentIsTheGoldenOne() throws Exception {
    new GoldenFile(Path.of("src/main/resources/META-INF/iam/openapi.json"))
        .assertMatches(
            mapper.writerWithDefaultPrettyPrinter().writeValueAsString(document()) + "\n");
  }

  @Test
  void documentOfTheArtifactIsServed() throws Exception {
    assertThat(management("/q/openapi"))
        .isEqualTo(
            mapper.readTree(
                OperationsTableApiTest.class.getResourceAsStream("/META-INF/iam/openapi.json")));
  }

  /** An operation on a named resource looks for it first, or validates the body. */
  private DynamicTest answered(Operation operation, String token) {
    return DynamicTest.dynamicTest(
        operation + " for any caller",
        () -> {
          int status = send(operation, platform.as(token), UNKNOWN_ID).statusCode();
          if (operation.namesAResource()) {
            assertThat(status).isIn(404, 422);
          } else {
            assertThat(status).isEqualTo(200);
          }
        });
  }

  private DynamicTest refused(Operation operation, String how, String token, int status) {
    return DynamicTest.dynamicTest(
        operation + " with " + how,
        () -> {
          RequestSpecification request = token == null ? RestAssured.given() : platform.as(token);
          Response answer = send(operation, request, UNKNOWN_ID);
          expect(answer, status);
          if (status == 401) {
            assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer ");
          }
        });
  }

  private static RequestSpecification fixed(RequestSpecification request) {
    return request.header("Correlation-Id", "same");
  }

  private static List<String> headers(Response answer) {
    return answer.headers().asList().stream()
        .filter(header -> !header.getName().equals("RateLimit"))
        .map(Object::toString)
        .toList();
  }

  private static Response send(Operation operation, RequestSpecification request, String id) {
    if (operation.document().has("requestBody")) {
      request.contentType("application/json").body("{}");
    }
    return request.request(operation.method().toUpperCase(java.util.Locale.ROOT), operation.at(id));
  }

  private static void expect(Response answer, int status) {
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.contentType()).startsWith("application/problem+json");
    assertThat(answer.jsonPath().getInt("status")).isEqualTo(status);
  }

  private List<Operation> guarded() throws Exception {
    return operations().stream().filter(operation -> !operation.isPublic()).toList();
  }

  private List<Operation> operations() throws Exception {
    List<Operation> operations = new ArrayList<>();
    document()
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(method ->
                    operations.add(
                        new Operation(method.getKey(), path.getKey(), method.getValue()))));
    assertThat(new TreeSet<>(operations.stream().map(Operation::toString).toList()))
        .hasSameSizeAs(operations);
    return operations;
  }

  private JsonNode document() throws Exception {
    return management("/q/scanned-openapi?format=json");
  }

  private JsonNode management(String path) throws Exception {
    return mapper.readTree(
        RestAssured.given()
            .port(managementPort)
            .get(path)
            .then()
            .statusCode(200)
            .extract()
            .asString());
  }
}
