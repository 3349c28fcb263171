package io.iamplane.decision;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.AnswerJson;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists follow the relations of their request, on this page alone. */
@QuarkusTest
class ContextualListsApiTest extends ContextualTenant {

  @Test
  void listsFollowThem() {
    String question = "'relation': 'view', 'application': 'docs'";
    String ann = AnswerJson.text(tenant.get("users/ann"), "/data/id");
    for (int round = 0; round < 2; round++) {
      tenant
          .post(
              "decisions/list-resources",
              "{'subject': 'user:ann', %s, %s}".formatted(question, SUBMITTED))
          .statusCode(200)
          .body("data.resources.id", equalTo(List.of("new", "f")))
          .body("data.resources.type", equalTo(List.of("doc", "folder")));
      tenant
          .post("decisions/list-resources", "{'subject': 'user:ann', %s}".formatted(question))
          .body("data.resources", equalTo(List.of()));
      tenant
          .post(
              "decisions/list-subjects",
              "{'object': 'doc:new', %s, %s}".formatted(question, SUBMITTED))
          .body("data.subjects.id", equalTo(List.of(ann)));
    }
    tenant
        .post(
            "decisions/list-resources",
            "{'subject': 'user:ann', %s, 'contextual_relations': [%s]}"
                .formatted(question, relation("user:ann", "x", "doc:1")))
        .statusCode(422)
        .body("errors", hasKey("contextual_relations[0].relation"));
  }

  @Test
  void aPageBelongsToItsRelations() {
    String list =
        "{'subject': 'user:ann', 'relation': 'view', 'application': 'docs', 'type': 'doc', 'limit': 2,"
            + " 'contextual_relations': [%s]%s}";
    JsonNode first =
        AnswerJson.at(tenant.post("decisions/list-resources", list.formatted(many(4), "")), "");
    String cursor = ", 'cursor': '%s'".formatted(first.path("next_cursor").asText());
    tenant
        .post("decisions/list-resources", list.formatted(many(4), cursor))
        .statusCode(200)
        .body("data.resources.id", equalTo(List.of("3", "new")));
    tenant
        .post("decisions/list-resources", list.formatted(many(3), cursor))
        .statusCode(422)
        .body("errors", hasKey("cursor"));
  }

  @Test
  void permissionsAreListedByThem() {
    tenant.apply("docs", DOCS.replace("\"action\"", "\"relation\": \"view\", \"action\""));
    String body = "{'subject': 'user:ann', 'object': 'doc:new'%s}";
    tenant
        .post("decisions/list-permissions", body.formatted(", " + SUBMITTED))
        .body("data.permissions", equalTo(List.of("docs:doc.read")));
    tenant
        .post("decisions/list-permissions", body.formatted(""))
        .body("data.permissions", equalTo(List.of()));
    tenant
        .post(
            "decisions/list-permissions",
            body.formatted(
                ", 'contextual_relations': [%s]".formatted(relation("user:ann", "x", "doc:1"))))
        .statusCode(422);
  }
}
