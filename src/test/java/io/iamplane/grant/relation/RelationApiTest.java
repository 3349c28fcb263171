package io.iamplane.grant.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class RelationApiTest {

  private static final String ANN =
      "{'subject': 'user:ann', 'relation': 'keeper', 'object': 'site:berlin'}";
  private static final String BOB =
      "{'subject': 'user:bob', 'relation': 'keeper', 'object': 'site:berlin'}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAModel() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff', 'external_id': 'staff'}");
  }

  private static final String TYPED =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "vault", "name": "Vault"},
       "types": {"safe": {"relations": {"opener": "user"}}},
       "attributes": {"context": {"ts": "TYPE"}}}
      """;

  private static final String BEFORE_2030 =
      "{'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1', 'condition': 'context.ts"
          + " < timestamp(\\\"2030-01-01T00:00:00Z\\\")'}";

  private static final String NAMES =
      "\"opener\": \"user\", \"b-keeper\": \"user\", \"zoo\": \"user\", \"B\"";

  private boolean opens(String context) {
    return tenant
        .post(
            "decisions/check",
            "{'subject': 'user:ann', 'relation': 'opener', 'application': 'vault', 'resource':"
                + " 'safe:s1', 'context': "
                + context
                + "}")
        .statusCode(200)
        .extract()
        .path("data.allowed");
  }

  /** Before, it was accepted and could never be evaluated: JSON has no timestamps. */
  @Test
  void declaredAttributesHoldForConditionsOfRelations() {
    tenant.apply("vault", TYPED.replace("TYPE", "timestamp"));
    tenant.post("relations", BEFORE_2030).statusCode(200);
    assertThat(opens("{'ts': '2029-12-31T00:00:00Z'}")).isTrue();
    assertThat(opens("{'ts': '2030-01-01T00:00:00Z'}")).isFalse();
    assertThat(opens("{'ts': 'soon'}")).isFalse();
    tenant
        .post("relations", BEFORE_2030.replaceFirst("context.ts.*\\)", "context.ts > 3"))
        .statusCode(422)
        .body("errors.condition[0]", containsString("cannot be applied to"));
  }

  @Test
  void declarationsThatDoNotFitThePresentConditionsOfRelationsAreRefused() {
    tenant.apply("vault", TYPED.replace("TYPE", "timestamp"));
    tenant.post("relations", BEFORE_2030).statusCode(200);
    String id =
        tenant
            .post("applications/vault/manifests", TYPED.replace("TYPE", "int"))
            .statusCode(201)
            .extract()
            .path("data.id");
    tenant
        .post("manifests/" + id + "/apply")
        .statusCode(409)
        .body("detail", containsString("The condition of relation "))
        .body("detail", containsString(" is not valid for the declared attributes: line"));
    assertThat(opens("{'ts': '2029-12-31T00:00:00Z'}")).isTrue();
  }

  /** The pages of one subject, and of one object, go by the relation first: none is left out. */
  @ParameterizedTest
  @CsvSource({
    "&filter[subject]=user:ann, 12",
    "&filter[object]=safe:s1, 8",
    "&filter[relation]=zoo, 6",
    "'', 24"
  })
  void pagesHoldEachRelationOnce(String filter, int count) {
    tenant.apply("vault", TYPED.replace("TYPE", "int").replace("\"opener\"", NAMES));
    for (String relation : List.of("opener", "b-keeper", "zoo", "B")) {
      for (String pair : List.of("ann s1", "bob s1", "ann s2", "bob s2", "ann s3", "bob s3")) {
        String relating =
            "{'subject': 'user:%s', 'relation': '" + relation + "', 'object': 'safe:%s'}";
        tenant.post("relations", relating.formatted((Object[]) pair.split(" "))).statusCode(200);
      }
    }
    List<String> read = new ArrayList<>();
    String cursor = "";
    while (cursor != null) {
      ValidatableResponse page = tenant.get("relations?limit=5" + filter + cursor).statusCode(200);
      read.addAll(page.extract().path("data.id"));
      String next = page.extract().path("next_cursor");
      cursor = next == null ? null : "&cursor=" + next;
    }
    assertThat(read).doesNotHaveDuplicates().hasSize(count);
  }

  /** One name, stored and following from another: written, read back, decided, taken away. */
  @Test
  void aRelationThatFollowsFromOtherNamesIsStoredLikeAnyOther() {
    tenant.apply(
        "vault",
        TYPED
            .replace("TYPE", "int")
            .replace(
                "{\"opener\": \"user\"}",
                "{\"owner\": \"user\", \"opener\": \"user | group#member | owner\"}"));
    tenant
        .get("relation-model?application=vault")
        .statusCode(200)
        .body("data.types.safe.relations.opener", equalTo("[user | group#member] | owner"));
    assertThat(opens("{}")).isFalse();
    String stored = "{'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1'}";
    tenant.post("relations", stored).statusCode(200);
    assertThat(opens("{}")).isTrue();
    tenant.post("relations", stored.replace("user:ann", "group:staff#member")).statusCode(200);
    tenant
        .post("relations", stored.replace("user:ann", "user:*"))
        .statusCode(422)
        .body("errors.relation[0]", containsString("declares relation opener on safe for user:*"));
    tenant.delete("relations?subject=user:ann&relation=opener&object=safe:s1").statusCode(200);
    assertThat(opens("{}")).isFalse();
    tenant.post("relations", stored.replace("opener", "owner")).statusCode(200);
    assertThat(opens("{}")).isTrue();
    tenant
        .post(
            "decisions/list-resources",
            "{'subject': 'user:ann', 'relation': 'opener', 'application': 'vault', 'type':"
                + " 'safe'}")
        .statusCode(200)
        .body("data.resources.id", equalTo(List.of("s1")));
  }

  @Test
  void anIdHasNoWhiteSpaceAroundIt() {
    for (String object : new String[] {"site:berlin ", "site: berlin"}) {
      tenant.post("relations", ANN.replace("site:berlin", object)).statusCode(422);
    }
  }

  @Test
  void aTimeThatCannotBeStoredIsRefused() {
    String known = "{'subject': 'user:ann', 'relation': 'keeper', 'object': 'site:berlin', ";
    tenant
        .post("relations", known + "'valid_until': '+300000-01-01T00:00:00Z'}")
        .statusCode(422)
        .body("errors", hasKey("valid_until"));
    tenant
        .post("relations", "{'writes': [" + known + "'valid_from': '-9999-01-01T00:00:00Z'}]}")
        .statusCode(422)
        .body("errors", hasKey("writes[0].valid_from"));
  }

  @Test
  void oneRelationIsWrittenFoundAndDeleted() {
    tenant
        .post("relations", ANN)
        .statusCode(200)
        .body("data.created", equalTo(1))
        .body("data.tuple.subject", matchesPattern("user:[^#]+"))
        .body("data.tuple.object", equalTo("site:berlin"));
    String id =
        tenant
            .post("relations", ANN)
            .body("data.unchanged", equalTo(1))
            .extract()
            .path("data.tuple.id");
    tenant
        .post("relations", ANN.replace("}", ", 'condition': 'context.night == true'}"))
        .body("data.updated", equalTo(1))
        .body("data.tuple.id", equalTo(id))
        .body("data.tuple.condition", equalTo("context.night == true"));
    assertThat(keeps("user:ann")).isFalse();
    tenant.post("relations", ANN).body("data.updated", equalTo(1));
    assertThat(keeps("user:ann")).isTrue();
    tenant
        .post(
            "relations",
            "{'subject': 'group:staff#member', 'relation': 'keeper', 'object': 'site:ulm'}")
        .statusCode(200)
        .body("data.tuple.subject", matchesPattern("group:.+#member"));
    tenant.get("relations?filter[subject]=user:ann").body("data", hasSize(1));
    tenant.get("relations?filter[object]=site:ulm").body("data", hasSize(1));
    tenant.get("relations?filter[relation]=keeper").body("data", hasSize(2));
    tenant
        .get("relations?filter[object]=site:berlin&filter[subject]=user:bob")
        .body("data", empty());
    String delete = "relations?subject=user:ann&relation=keeper&object=site:berlin";
    tenant.delete(delete).statusCode(200);
    tenant.delete(delete).statusCode(404);
    for (String missing : new String[] {"subject", "relation", "object"}) {
      tenant
          .delete(delete.replaceAll("(?<=[?&])" + missing + "=[^&]*&?", ""))
          .statusCode(422)
          .body("errors", hasKey(missing));
    }
    assertThat(keeps("user:ann")).isFalse();
  }

  @Test
  void aBatchIsAllOrNothingAndKnowsPreconditions() {
    tenant
        .post("relations", "{'writes': [%s, %s]}".formatted(ANN, BOB))
        .statusCode(200)
        .body("data.created", equalTo(2));
    tenant
        .post(
            "relations",
            "{'deletes': [%s], 'writes': [%s], 'preconditions': [".formatted(ANN, BOB)
                + "{'must': 'not_exist', 'subject': 'user:ann', 'object': 'site:berlin'}]}")
        .statusCode(409)
        .body("detail", startsWith("preconditions[0] failed: a matching relation exists."));
    tenant
        .post(
            "relations",
            "{'deletes': [%s], 'preconditions': [".formatted(ANN)
                + "{'must': 'not_exist', 'subject': 'user:nobody'},"
                + " {'must': 'exist', 'subject': 'user:nobody', 'object': 'site:berlin'}]}")
        .statusCode(409)
        .body("detail", startsWith("preconditions[1] failed: no matching relation exists."));
    assertThat(keeps("user:ann")).isTrue();
    tenant
        .post(
            "relations",
            "{'deletes': [%s], 'preconditions': [".formatted(ANN)
                + "{'must': 'exist', 'subject': 'user:ann', 'relation': 'keeper'},"
                + " {'must': 'not_exist', 'object': 'site:ulm'}]}")
        .statusCode(200)
        .body("data.deleted", equalTo(1));
    tenant
        .post(
            "relations",
            "{'deletes': [%s], 'writes': [%s]}".formatted(BOB, ANN.replace("ann", "nobody")))
        .statusCode(422)
        .body("errors", hasKey("writes[0].subject"));
    assertThat(keeps("user:bob")).isTrue();
    assertThat(keeps("user:ann")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "subject      | {'relation': 'keeper', 'object': 'site:x'}",
        "subject      | {'subject': 'ann', 'relation': 'keeper', 'object': 'site:x'}",
        "subject      | {'subject': 'user:nobody', 'relation': 'keeper', 'object': 'site:x'}",
        "subject      | {'subject': 'group:*#member', 'relation': 'keeper', 'object': 'site:x'}",
        "relation     | {'subject': 'user:ann', 'object': 'site:x'}",
        "relation     | {'subject': 'user:ann', 'relation': 'owner', 'object': 'site:x'}",
        "object       | {'subject': 'user:ann', 'relation': 'keeper'}",
        "object       | {'subject': 'user:ann', 'relation': 'keeper', 'object': 'site'}",
        "condition    | {'subject': 'user:ann', 'relation': 'keeper', 'object': 'site:x',"
            + " 'condition': '('}",
        "writes       | {'writes': [], 'subject': 'user:ann'}",
        "writes       | {'writes': [], 'valid_until': '2026-01-01T00:00:00Z'}",
        "writes       | {'writes': [], 'valid_from': '2026-01-01T00:00:00Z'}",
        "writes[0].subject | {'writes': [{'relation': 'keeper', 'object': 'site:x'}]}",
        "preconditions[0]  | {'preconditions': [{'must': 'exist'}]}",
        "preconditions[0].must | {'preconditions': [{'must': 'maybe', 'subject': 'user:ann'}]}"
      })
  void badInputNamesThePlace(String place, String body) {
    tenant.post("relations", body).statusCode(422).body("errors", hasKey(place));
    tenant.get("relations").body("data", empty());
  }

  @Test
  void membersOfGroupsAreNotRelations() {
    tenant
        .post("relations", "{'subject': 'user:ann', 'relation': 'member', 'object': 'group:staff'}")
        .statusCode(422)
        .body("errors.relation[0]", startsWith("must not be 'member' for a group"));
  }

  @Test
  void whatTheModelNoLongerDeclaresIsDeletedInABatch() {
    tenant.post("relations", "{'writes': [%s, %s]}".formatted(ANN, BOB)).statusCode(200);
    tenant
        .put(
            "relation-model?application=warehouse",
            "{'types': {'site': {'relations': {'guard': 'user'}}}}")
        .statusCode(200);
    String unknown = ANN.replace("ann", "nobody");
    tenant
        .post("relations", "{'deletes': [%s, %s, %s]}".formatted(ANN, ANN, unknown))
        .statusCode(200)
        .body("data.deleted", equalTo(1));
    tenant.get("relations").body("data", hasSize(1));
  }

  @Test
  void aBatchIsBounded() {
    String many =
        IntStream.rangeClosed(0, 1_000)
            .mapToObj(i -> ANN.replace("berlin", "s" + i))
            .collect(Collectors.joining(","));
    tenant.post("relations", "{'writes': [%s]}".formatted(many)).statusCode(422);
    tenant
        .post(
            "relations",
            "{'writes': [%s], 'deletes': [%s]}"
                .formatted(many.substring(many.indexOf(",{") + 1), ANN))
        .statusCode(422)
        .body("errors.writes[0]", containsString("1000 entries together with 'deletes'"));
    String condition = "{'must': 'not_exist', 'object': 'site:ulm'}";
    String conditions = String.join(",", Collections.nCopies(100, condition));
    tenant.post("relations", "{'preconditions': [%s]}".formatted(conditions)).statusCode(200);
    tenant
        .post("relations", "{'preconditions': [%s, %s]}".formatted(condition, conditions))
        .statusCode(422)
        .body("errors", hasKey("preconditions"));
    tenant
        .post("relations", "{'writes': [%s]}".formatted(many.substring(many.indexOf(",{") + 1)))
        .statusCode(200)
        .body("data.created", equalTo(1_000));
    tenant.get("relations?limit=100").body("data", hasSize(100));
  }

  @Test
  void theModelIsReadReplacedAndRolledBack() {
    tenant.post("relations", ANN).statusCode(200);
    tenant
        .get("relation-model?application=warehouse")
        .statusCode(200)
        .body("data.types", hasKey("site"));
    tenant
        .put(
            "relation-model?application=warehouse",
            "{'types': {'site': {'relations': {'guard': 'user'}}}}")
        .statusCode(200)
        .body("data.manifest_version", equalTo(2));
    tenant.post("relations", BOB).statusCode(422);
    tenant.post("relations", BOB.replace("keeper", "guard")).statusCode(200);
    tenant
        .put(
            "relation-model?application=warehouse",
            "{'types': {'site': {'relations': {'x': 'no !'}}}}")
        .statusCode(422);
    tenant
        .put("relation-model", "{'types': {}}")
        .statusCode(422)
        .body("errors", hasKey("application"));
    tenant.get("relation-model?application=nothing").statusCode(404);
    String applied = tenant.get("manifests?filter[status]=applied").extract().path("data[1].id");
    tenant.post("manifests/" + applied + "/rollback").statusCode(200);
    assertThat(keeps("user:ann")).isTrue();
  }

  private boolean keeps(String subject) {
    return tenant
        .post(
            "decisions/check",
            "{'subject': '%s', 'application': 'warehouse', 'relation': 'keeper', 'resource': 'site:berlin'}"
                .formatted(subject))
        .statusCode(200)
        .extract()
        .path("data.allowed");
  }
}
