package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The methods of every path of the document, in answers to others and to OPTIONS. */
@QuarkusTest
class AllowApiTest {

  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

  @Inject TestPlatform platform;

  @TestFactory
  Stream<DynamicTest> everyPathNamesItsMethods() {
    String token = platform.token(platform.clientWithoutRights(platform.platform()));
    return PublishedOperations.all().stream()
        .map(Published::path)
        .distinct()
        .map(path -> DynamicTest.dynamicTest(path, () -> namesItsMethods(path, token)));
  }

  /** The caller has no right to any method, which is another answer than 405. */
  private void namesItsMethods(String template, String token) {
    String path = template.replaceAll("\\{[^}]+}", AdminTenant.UNKNOWN_ID);
    SortedSet<String> methods = new TreeSet<>(METHODS);
    List<Response> refusals = new ArrayList<>();
    for (String method : METHODS) {
      Response answer = platform.as(token).request(method, path);
      if (answer.statusCode() == 405) {
        methods.remove(method);
        refusals.add(answer);
      }
    }
    assertThat(methods).containsAll(published(template));
    assertThat(refusals).isNotEmpty();
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    methods.add("OPTIONS");
    refusals.forEach(answer -> {
      assertThat(allowed(answer)).isEqualTo(methods);
      assertThat(answer.path("type").toString()).endsWith("method-not-allowed");
    });
    Response options = platform.as(token).options(path);
    assertThat(options.statusCode()).isEqualTo(200);
    assertThat(allowed(options)).isEqualTo(methods);
    assertThat(options.header("Accept-Patch") != null).isEqualTo(methods.contains("PATCH"));
  }

  private static List<String> published(String path) {
    return PublishedOperations.all().stream()
        .filter(each -> each.path().equals(path))
        .map(Published::method)
        .toList();
  }

  @Test
  void anAuthenticationIsNeededToLearnTheMethodsOfTheAdminApi() {
    String path = AdminTenant.PATH + "users";
    RestAssured.given().put(path).then().statusCode(401).header("Allow", nullValue());
    RestAssured.given().options(path).then().statusCode(401).header("Allow", nullValue());
  }

  @Test
  void anUnknownPathHasNoMethods() {
    platform
        .as(platform.platformToken())
        .put(AdminTenant.PATH + "nothing")
        .then()
        .statusCode(404)
        .header("Allow", nullValue());
  }

  @Test
  void thoseOfTheTokenEndpointAreOpen() {
    RestAssured.given()
        .get("/oauth/token")
        .then()
        .statusCode(405)
        .header("Allow", equalTo("OPTIONS, POST"));
  }

  private static SortedSet<String> allowed(Response answer) {
    return new TreeSet<>(Arrays.asList(answer.header("Allow").split(", ")));
  }
}
