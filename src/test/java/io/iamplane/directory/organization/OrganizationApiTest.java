package io.iamplane.directory.organization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class OrganizationApiTest {

  private static final String PATH = "/api/iam/v1/organizations";
  private static final String UUID_V7 =
      "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

  @Inject TestPlatform platform;
  private String token;

  @BeforeEach
  void authenticate() {
    token = platform.platformToken();
  }

  @Test
  void createdOrganizationCanBeReadByIdAndByKey() {
    String key = freshKey();
    ValidatableResponse created =
        create(key, "  Acme Ltd ")
            .statusCode(201)
            .header("ETag", "\"1\"")
            .body("data.id", matchesPattern(UUID_V7))
            .body("data.key", equalTo(key))
            .body("data.name", equalTo("Acme Ltd"))
            .body("data.kind", equalTo("tenant"))
            .body("data.status", equalTo("active"))
            .body("data.policy_version", equalTo(1))
            .body("data.created_at", matchesPattern("\\d{4}-\\d\\d-\\d\\dT.*Z"));
    String id = created.extract().path("data.id");
    assertThat(created.extract().header("Location")).endsWith(PATH + "/" + id);
    for (String name : List.of(id, key)) {
      request().get(PATH + "/" + name).then().statusCode(200).body("data.id", equalTo(id));
    }
  }

  @Test
  void keyIsTakenOnce() {
    String key = freshKey();
    create(key, "First").statusCode(201);
    create(key, "Second").statusCode(409).body("type", equalTo("https://iam/problems/conflict"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "A-key",
        "1key",
        "key-",
        "-key",
        "ke y",
        "kéy",
        "key_1",
        "aaaaaaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee",
        "k123456789012345678901234567890123456789012345678901234567890123"
      })
  void keysThatPathsCouldMisreadAreRefused(String key) {
    create(key, "Name").statusCode(422).body("errors", hasKey("key"));
  }

  @Test
  void updateChangesWhatItNamesAndRaisesTheRevision() {
    String key = freshKey();
    create(key, "Before").statusCode(201);
    patch(key, "\"1\"", Map.of("name", "After"))
        .statusCode(200)
        .header("ETag", startsWith("\"2-"))
        .body("data.name", equalTo("After"))
        .body("data.status", equalTo("active"))
        .body("data.policy_version", equalTo(1));
  }

  @Test
  void updateThatChangesNothingChangesNothing() {
    String key = freshKey();
    create(key, "Same").statusCode(201);
    patch(key, null, Map.of("name", "Same")).statusCode(200).header("ETag", startsWith("\"1-"));
    patch(key, null, Map.of()).statusCode(200).header("ETag", startsWith("\"1-"));
  }

  @Test
  void blankNameIsRefusedInAnUpdateToo() {
    String key = freshKey();
    create(key, "Named").statusCode(201);
    for (String blank : List.of("", " ", "\t\n", "\u2003")) {
      patch(key, null, Map.of("name", blank)).statusCode(422).body("errors", hasKey("name"));
    }
  }

  @Test
  void staleEntityTagIsRefused() {
    String key = freshKey();
    create(key, "Before").statusCode(201);
    patch(key, "\"1\"", Map.of("name", "First")).statusCode(200);
    patch(key, "\"1\"", Map.of("name", "Second"))
        .statusCode(412)
        .body("type", equalTo("https://iam/problems/precondition-failed"));
    request().get(PATH + "/" + key).then().body("data.name", equalTo("First"));
  }

  @Test
  void suspensionRaisesThePolicyVersionAndCanBeLifted() {
    String key = freshKey();
    create(key, "Acme").statusCode(201);
    request()
        .delete(PATH + "/" + key)
        .then()
        .statusCode(200)
        .body("data.status", equalTo("suspended"))
        .body("data.policy_version", equalTo(2));
    patch(key, null, Map.of("status", "active"))
        .statusCode(200)
        .body("data.status", equalTo("active"))
        .body("data.policy_version", equalTo(3));
  }

  @Test
  void platformCannotBeSuspended() {
    request().delete(PATH + "/" + platform.platform().key()).then().statusCode(409);
  }

  @Test
  void suspendedTenantsClientGetsNoFurther() {
    Organization tenant = platform.tenant();
    var client = platform.administrator(tenant);
    String tenantToken = platform.token(client);
    request().delete(PATH + "/" + tenant.id()).then().statusCode(200);
    for (String path : List.of("", "/" + tenant.id(), "/" + platform.tenant().id())) {
      // Not "forbidden": no permission would help.
      platform
          .as(tenantToken)
          .get(PATH + path)
          .then()
          .statusCode(401)
          .header("WWW-Authenticate", containsString("invalid_token"));
    }
  }

  @Test
  void pagesShowEveryOrganizationOnceInTheOrderOfCreation() throws SQLException {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.add(platform.tenant().id().toString());
    }
    // Other tests may have left hundreds: some twenty pages show the rule.
    int limit = Math.min(100, 3 + organizations() / 20);
    LinkedHashSet<String> seen = new LinkedHashSet<>();
    String cursor = null;
    int read = 0;
    do {
      RequestSpecification page = request().queryParam("limit", limit);
      if (cursor != null) {
        page.queryParam("cursor", cursor);
      }
      var body = page.get(PATH).then().statusCode(200).extract().jsonPath();
      List<String> ids = body.getList("data.id");
      assertThat(ids).hasSizeLessThanOrEqualTo(limit).doesNotHaveDuplicates();
      assertThat(seen.addAll(ids)).isTrue();
      read += ids.size();
      cursor = body.getString("next_cursor");
    } while (cursor != null);
    assertThat(seen).hasSize(read).hasSize(organizations()).containsSubsequence(made);
  }

  private static int organizations() throws SQLException {
    return Rows.texts("SELECT id FROM iam_organizations").size();
  }

  @Test
  void lastPageSaysSoWithANull() {
    request()
        .queryParam("limit", 100)
        .queryParam("filter[status]", "suspended")
        .get(PATH)
        .then()
        .statusCode(200)
        .body("$", hasKey("next_cursor"));
  }

  @Test
  void filterShowsOnlyItsStatus() {
    Organization tenant = platform.tenant();
    request().delete(PATH + "/" + tenant.id()).then().statusCode(200);
    List<String> statuses =
        request()
            .queryParam("filter[status]", "suspended")
            .get(PATH)
            .then()
            .statusCode(200)
            .extract()
            .path("data.status");
    assertThat(statuses).isNotEmpty().containsOnly("suspended");
    request()
        .queryParam("filter[status]", "SUSPENDED")
        .get(PATH)
        .then()
        .statusCode(422)
        .body("errors", hasKey("filter[status]"));
  }

  @Test
  void cursorOfAnotherFilterIsRefused() {
    platform.tenant();
    platform.tenant();
    String cursor = request().queryParam("limit", 1).get(PATH).then().extract().path("next_cursor");
    request()
        .queryParam("cursor", cursor)
        .queryParam("filter[status]", "active")
        .get(PATH)
        .then()
        .statusCode(422)
        .body("errors", hasKey("cursor"));
  }

  @Test
  void unknownOrganizationIsNotFoundWhateverItIsCalled() {
    for (String name :
        List.of("no-such-key", "0192f3c4-0000-7000-8000-000000000000", "UPPER", "%20", "a%2Fb")) {
      request()
          .urlEncodingEnabled(false)
          .get(PATH + "/" + name)
          .then()
          .statusCode(404)
          .body("type", equalTo("https://iam/problems/not-found"));
    }
  }

  @Test
  void anotherTenantCannotBeToldFromAnUnknownOne() {
    Organization own = platform.tenant();
    Organization other = platform.tenant();
    String tenantToken = platform.token(platform.administrator(own));
    List<String> answers = new ArrayList<>();
    for (String name : List.of(other.id().toString(), other.key(), "no-such-key")) {
      answers.add(
          platform
              .as(tenantToken)
              .header("Correlation-Id", "same")
              .get(PATH + "/" + name)
              .then()
              .statusCode(404)
              .extract()
              .asString());
    }
    assertThat(answers).containsOnly(answers.getFirst());
  }

  @Test
  void sixtyFourCreationsOfOneKeyMakeOne() throws Exception {
    String key = freshKey();
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      calls.add(() -> create(key, "Racing").extract().statusCode());
    }
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      for (Future<Integer> call : threads.invokeAll(calls)) {
        statuses.add(call.get());
      }
    }
    assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
  }

  @Test
  void answersAreNeverCachedAndSayNothingOfTheServer() {
    request()
        .get(PATH)
        .then()
        .header("Cache-Control", "no-store")
        .header("X-Content-Type-Options", "nosniff")
        .header("Server", nullValue())
        .header("Correlation-Id", not(nullValue()));
  }

  private ValidatableResponse create(String key, String name) {
    return request()
        .contentType(ContentType.JSON)
        .body(Map.of("key", key, "name", name))
        .post(PATH)
        .then();
  }

  private ValidatableResponse patch(String key, String ifMatch, Map<String, String> body) {
    RequestSpecification request = request().contentType(ContentType.JSON).body(body);
    if (ifMatch != null) {
      request.header("If-Match", ifMatch);
    }
    return request.patch(PATH + "/" + key).then();
  }

  private RequestSpecification request() {
    return platform.as(token);
  }

  private static String freshKey() {
    return "org-" + Long.toString(System.nanoTime(), 36);
  }
}
