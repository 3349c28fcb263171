package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code decisions/list-*}: forms, pages, refusals, tenants. */
@QuarkusTest
class DecisionListApiTest extends ShopTenant {

  private static final String READABLE =
      "{'subject': 'user:eve', 'permission': 'shop:order.read'%s}";

  @Inject RelationService relations;

  /** Eve reads nine orders, of which the condition of one depends on the context. */
  @BeforeEach
  void eveReadsOrders() {
    record(
        tenant,
        recording -> {
          SubjectRef eve =
              users.create(recording, CreateUserRequest.of("eve", "Eve", Map.of())).subject();
          for (int i = 1; i <= 8; i++) {
            grants.create(recording, read(eve, i).build());
          }
          return grants.create(recording, read(eve, 9).when("context.hour < 12").build());
        });
  }

  private static NewGrant.Builder read(SubjectRef subject, int order) {
    return NewGrant.permission(subject, "shop:order.read").on(new SubjectRef("order", "o" + order));
  }

  @Test
  void resourcesSubjectsAndPermissionsAreListed() {
    post(token, "list-resources", "{'subject': 'user:ann', 'permission': 'shop:order.read'}")
        .statusCode(200)
        .body("data.resources", equalTo(List.of(Map.of("type", "order", "id", "42"))))
        .body("data.policy_version", notNullValue())
        .body("next_cursor", nullValue())
        .body("$", hasKey("next_cursor"));
    String ann = id("ann");
    String eve = id("eve");
    post(token, "list-subjects", "{'object': 'order:42', 'permission': 'shop:order.read'}")
        .statusCode(200)
        .body("data.subjects", equalTo(List.of(Map.of("type", "user", "id", ann))));
    post(
            token,
            "list-subjects",
            "{'object': {'type': 'order', 'id': 'o9'}, 'permission': 'shop:order.read',"
                + " 'context': {'hour': 9}}")
        .statusCode(200)
        .body("data.subjects.id", equalTo(List.of(eve)));
    post(token, "list-permissions", "{'subject': 'user:ann', 'object': 'order:42'}")
        .statusCode(200)
        .body("data.permissions", equalTo(List.of("shop:order.read")));
    post(token, "list-permissions", "{'subject': 'user:ann', 'current_aal': 'aal2'}")
        .statusCode(200)
        .body("data.permissions", equalTo(List.of("shop:order.pay")));
  }

  private String id(String external) {
    return platform.as(token).get("/api/iam/v1/users/" + external).path("data.id");
  }

  @Test
  void whatIsListedIsWhatChecksAllow() {
    List<String> listed = all(token, READABLE, 25, null);
    assertThat(listed).hasSize(8);
    for (String resource : listed) {
      check(READABLE.formatted(", 'resource': 'order:" + resource + "'"))
          .body("data.allowed", equalTo(true));
    }
    check(READABLE.formatted(", 'resource': 'order:o9'")).body("data.allowed", equalTo(false));
    assertThat(all(token, READABLE, 25, "'context': {'hour': 9}")).contains("o9").hasSize(9);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 100})
  void pagesAreCutsOfOneList(int limit) {
    List<String> whole = all(token, READABLE, 25, null);
    assertThat(whole).isSorted();
    assertThat(all(token, READABLE, limit, null)).isEqualTo(whole);
  }

  private List<String> all(String bearer, String body, int limit, @Nullable String more) {
    List<String> all = new ArrayList<>();
    String cursor = null;
    do {
      String members = ", 'limit': " + limit + (more == null ? "" : ", " + more);
      String page = cursor == null ? "" : ", 'cursor': '" + cursor + "'";
      Response answer =
          post(bearer, "list-resources", body.formatted(members + page))
              .statusCode(200)
              .extract()
              .response();
      List<String> found = answer.path("data.resources.id");
      assertThat(found.size()).isLessThanOrEqualTo(limit);
      all.addAll(found);
      cursor = answer.path("next_cursor");
    } while (cursor != null);
    return all;
  }

  @Test
  void aCursorBelongsToItsQuestionItsLimitAndItsTenant() {
    String cursor =
        post(token, "list-resources", READABLE.formatted(", 'limit': 2"))
            .extract()
            .path("next_cursor");
    String next = ", 'cursor': '" + cursor + "'";
    post(token, "list-resources", READABLE.formatted(", 'limit': 2" + next))
        .statusCode(200)
        .body("data.resources.id", equalTo(List.of("o3", "o4")));
    for (String members :
        List.of(
            ", 'limit': 3" + next,
            next,
            ", 'limit': 2, 'type': 'order'" + next,
            ", 'limit': 2, 'context': {'hour': 9}" + next,
            ", 'limit': 2, 'current_aal': 'aal2'" + next,
            ", 'limit': 2, 'cursor': '" + cursor.substring(1) + "'",
            ", 'limit': 2, 'cursor': 'x'",
            ", 'limit': 2, 'cursor': ''")) {
      post(token, "list-resources", READABLE.formatted(members))
          .statusCode(422)
          .body("errors", hasKey("cursor"));
    }
    post(token, "list-resources", READABLE.replace("eve", "ann").formatted(", 'limit': 2" + next))
        .statusCode(422);
    Organization other = platform.tenant();
    install(other);
    String stranger = platform.token(platform.administrator(other));
    post(stranger, "list-resources", READABLE.formatted(", 'limit': 2" + next)).statusCode(422);
  }

  /** Each page is decided by the present policy; earlier names are not decided again. */
  @Test
  void pagesGoOnWhereTheLastOneEndedWhateverChanges() {
    String cursor =
        post(token, "list-resources", READABLE.formatted(", 'limit': 4"))
            .body("data.resources.id", equalTo(List.of("o1", "o2", "o3", "o4")))
            .extract()
            .path("next_cursor");
    SubjectRef eve = new SubjectRef("user", id("eve"));
    record(
        tenant,
        recording -> {
          grants.create(recording, read(eve, 6).denying().build());
          grants.create(
              recording,
              NewGrant.permission(eve, "shop:order.read").on(new SubjectRef("order", "a")).build());
          return grants.create(
              recording,
              NewGrant.permission(eve, "shop:order.read")
                  .on(new SubjectRef("order", "o55"))
                  .build());
        });
    post(token, "list-resources", READABLE.formatted(", 'limit': 4, 'cursor': '" + cursor + "'"))
        .statusCode(200)
        .body("data.resources.id", equalTo(List.of("o5", "o55", "o7", "o8")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "list-resources   | {'permission': 'shop:order.read'}                    | subject",
        "list-resources   | {'subject': 'user:ann'}                              | permission",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'relation': 'c'} | permission",
        "list-resources   | {'subject': 'user:ann', 'permission': 'shop:order.pay'} | type",
        "list-resources   | {'subject': 'user:ann', 'permission': 'shop:none'}   | type",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'type': 7} | type",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'object': 'order:1'} | object",
        "list-resources   | {'subject': 'ann', 'permission': 'shop:order.read'}  | subject",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'limit': 0} | limit",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'limit': 101} | limit",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'limit': '5'} | limit",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'limit': 2.5} | limit",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'cursor': 5} | cursor",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'at_least': -1} | at_least",
        "list-resources   | {'subject': 'user:ann', 'permission': 'a:b', 'context': 5} | context",
        "list-subjects    | {'object': 'order:42'}                               | permission",
        "list-subjects    | {'relation': 'buyer'}                                | object",
        "list-subjects    | {'object': 5, 'relation': 'buyer'}                   | object",
        "list-subjects    | {'object': 'order:42', 'relation': 'buyer', 'subject': 'user:ann'} | subject",
        "list-permissions | {'object': 'order:42'}                               | subject",
        "list-permissions | {'subject': 'user:ann', 'permission': 'a:b'}         | permission",
      })
  void aBadQuestionNamesThePlace(String endpoint, String body, String place) {
    post(token, endpoint, body).statusCode(422).body("errors", hasKey(place));
  }

  @ParameterizedTest
  @ValueSource(strings = {"list-resources", "list-subjects", "list-permissions"})
  void whatIsNoJsonObjectIsMalformed(String endpoint) {
    for (String body : List.of("[]", "7", "{", "null")) {
      post(token, endpoint, body).statusCode(400);
    }
  }

  @Test
  void whatIsUnknownOrInactiveIsAllowedNothing() {
    for (String body :
        List.of(
            "{'subject': 'user:nobody', 'permission': 'shop:order.read'}",
            "{'subject': 'user:*', 'permission': 'shop:order.read'}",
            "{'subject': 'user:ann', 'permission': 'shop:none', 'type': 'order'}",
            "{'subject': 'user:ann', 'permission': 'shop:order.read', 'type': 'invoice'}",
            "{'subject': 'user:ann', 'relation': 'none', 'type': 'order'}",
            "{'subject': 'user:ann', 'permission': 'a:b', 'type': 'x', 'application': 'none'}")) {
      post(token, "list-resources", body)
          .statusCode(200)
          .body("data.resources", equalTo(List.of()))
          .body("next_cursor", nullValue());
    }
  }

  /** Like the existing clients, with neither type nor application. */
  @Test
  void aRelationIsListedOnAllTypesThatHaveIt() {
    SubjectRef eve = new SubjectRef("user", id("eve"));
    record(
        tenant,
        recording ->
            relations.write(
                recording,
                List.of(
                    NewRelation.of(eve, null, "buyer", new SubjectRef("order", "2")),
                    NewRelation.of(eve, null, "buyer", new SubjectRef("gift", "9")),
                    NewRelation.of(eve, null, "buyer", new SubjectRef("order", "1")))));
    String body = "{'subject': {'type': 'user', 'id': 'eve'}, 'relation': 'buyer'%s}";
    post(token, "list-resources", body.formatted(""))
        .statusCode(200)
        .body("data.resources.type", equalTo(List.of("gift", "order", "order")))
        .body("data.resources.id", equalTo(List.of("9", "1", "2")));
    for (int limit = 1; limit <= 3; limit++) {
      assertThat(all(token, body, limit, null)).containsExactly("9", "1", "2");
    }
    assertThat(all(token, body, 25, "'type': 'order'")).containsExactly("1", "2");
    assertThat(all(token, body, 25, "'type': 'gift', 'application': 'shop'")).containsExactly("9");
  }

  @Test
  void itTakesThePermissionToExplain() {
    String decisionClient = platform.token(shop);
    for (String endpoint : List.of("list-resources", "list-subjects", "list-permissions")) {
      post(decisionClient, endpoint, READABLE.formatted("")).statusCode(403);
    }
  }

  @Test
  void anotherOrganizationIsNotFoundThereOrNot() {
    Organization other = platform.tenant();
    install(other);
    for (String named : List.of(other.key(), other.id().toString(), "none")) {
      post(token, "list-resources", READABLE.formatted(", 'organization': '" + named + "'"))
          .statusCode(404);
    }
    assertThat(all(token, READABLE, 25, "'organization': '" + tenant.key() + "'")).hasSize(8);
  }

  /** The list of one tenant never holds a name of another, even if both share names. */
  @Test
  void aTenantListsItsOwn() {
    Organization other = platform.tenant();
    install(other);
    String stranger = platform.token(platform.administrator(other));
    assertThat(all(stranger, READABLE, 25, null)).isEmpty();
    post(stranger, "list-subjects", "{'object': 'order:42', 'permission': 'shop:order.read'}")
        .body("data.subjects.size()", equalTo(1));
  }
}
