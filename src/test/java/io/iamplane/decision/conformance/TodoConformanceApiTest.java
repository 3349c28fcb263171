package io.iamplane.decision.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The AuthZEN Todo interop: its cases over HTTP, its policy as roles, grants and conditions. */
@QuarkusTest
class TodoConformanceApiTest {

  private static final String SET = "authzen-todo";

  private static final String MANIFEST =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "todo", "name": "Todo"},
       "permissions": [
         {"key": "user.read", "resource": "user", "action": "can_read_user"},
         {"key": "todo.list", "resource": "todo", "action": "can_read_todos"},
         {"key": "todo.create", "resource": "todo", "action": "can_create_todo"},
         {"key": "todo.update", "resource": "todo", "action": "can_update_todo"},
         {"key": "todo.delete", "resource": "todo", "action": "can_delete_todo"}],
       "roles": [
         {"key": "reader", "label": "Reader", "permissions": ["user.read", "todo.list"]},
         {"key": "author", "label": "Author", "permissions": ["todo.create"]},
         {"key": "owner", "label": "Owner", "permissions": ["todo.update", "todo.delete"]},
         {"key": "updater", "label": "Updater", "permissions": ["todo.update"]},
         {"key": "deleter", "label": "Deleter", "permissions": ["todo.delete"]}]}
      """;

  private static final String OWN = "resource.ownerID == subject.email";

  @Inject ConformanceData data;
  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject GrantService grants;

  @Test
  void answersAreThoseOfTheInterop() throws IOException {
    ConformanceData.assumePresent(SET);
    ObjectMapper json = new ObjectMapper();
    ConformanceData.Loaded todo = data.manifest(platform.tenant(), json.readTree(MANIFEST));
    changes.record(
        Change.policy(
            platform.command(),
            todo.tenant().id(),
            recording -> load(recording, ConformanceData.read(SET, "users.json"))));
    String token = platform.token(todo.client());
    JsonNode cases = ConformanceData.read(SET, "decisions.json");
    assertThat(cases.get("evaluation")).hasSize(40);
    assertThat(cases.get("evaluations")).hasSize(3);
    Set<String> wrong = new TreeSet<>();
    for (JsonNode single : cases.get("evaluation")) {
      String expected = "{\"decision\":" + single.get("expected") + "}";
      String given = ask(token, "evaluation", single.get("request"));
      if (!given.equals(expected)) {
        wrong.add(single + " gave " + given);
      }
    }
    for (JsonNode batch : cases.get("evaluations")) {
      ObjectNode expected = json.createObjectNode().set("evaluations", batch.get("expected"));
      String given = ask(token, "evaluations", batch.get("request"));
      if (!given.equals(expected.toString())) {
        wrong.add(batch + " gave " + given);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private boolean load(Recording recording, JsonNode subjects) {
    SubjectRef everyone = new SubjectRef(SubjectRef.USER, "*");
    grants.create(recording, NewGrant.role(everyone, "todo:reader").build());
    for (var subject : subjects.properties()) {
      JsonNode user = subject.getValue();
      String email = user.get("email").asText();
      SubjectRef ref =
          users
              .create(
                  recording, CreateUserRequest.of(subject.getKey(), email, Map.of("email", email)))
              .subject();
      for (JsonNode role : (ArrayNode) user.get("roles")) {
        grant(recording, ref, role.asText());
      }
    }
    return true;
  }

  private void grant(Recording recording, SubjectRef subject, String role) {
    switch (role) {
      case "admin" -> {
        grants.create(recording, NewGrant.role(subject, "todo:author").build());
        grants.create(recording, NewGrant.role(subject, "todo:deleter").build());
      }
      case "editor" -> {
        grants.create(recording, NewGrant.role(subject, "todo:author").build());
        grants.create(recording, NewGrant.role(subject, "todo:owner").when(OWN).build());
      }
      case "evil_genius" ->
          grants.create(recording, NewGrant.role(subject, "todo:updater").build());
      default -> assertThat(role).isEqualTo("viewer");
    }
  }

  private String ask(String token, String endpoint, JsonNode body) {
    return platform
        .as(token)
        .contentType(ContentType.JSON)
        .body(body.toString())
        .post("/access/v1/" + endpoint)
        .then()
        .statusCode(200)
        .extract()
        .asString();
  }
}
