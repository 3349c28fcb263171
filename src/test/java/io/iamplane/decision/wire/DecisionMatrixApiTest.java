package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.decision.matrix.MatrixCase;
import io.iamplane.decision.matrix.MatrixExpectation;
import io.iamplane.decision.matrix.MatrixFile;
import io.iamplane.decision.matrix.MatrixGrant;
import io.iamplane.decision.matrix.MatrixReader;
import io.iamplane.decision.matrix.MatrixTenants;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The decision matrix over HTTP: each case checked, explained, and all of a file as one batch. */
@QuarkusTest
class DecisionMatrixApiTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Inject MatrixTenants tenants;
  @Inject TestPlatform platform;

  @TestFactory
  Stream<DynamicTest> everyFileAnswersAsWritten() {
    return MatrixReader.wire().stream()
        .map(file -> DynamicTest.dynamicTest(file.name(), () -> ask(file)));
  }

  private void ask(MatrixFile file) throws Exception {
    MatrixTenants.Loaded loaded = tenants.load(file);
    String token = platform.token(platform.administrator(loaded.tenant()));
    ArrayNode checks = JSON.createArrayNode();
    for (MatrixCase each : loaded.file().cases()) {
      checks.add(each.check());
      String name = file.name() + ": " + each.name();
      compare(name, loaded, each.expect(), post(token, "check", each.check()));
      JsonNode explained = post(token, "explain", each.check());
      compare(name, loaded, each.expect(), explained);
      compareExplanation(name, loaded, each.expect(), explained.path("explanation"));
    }
    ObjectNode batch = JSON.createObjectNode().set("checks", checks);
    JsonNode decisions = post(token, "batch", batch).path("decisions");
    List<MatrixCase> cases = loaded.file().cases();
    assertThat(decisions).hasSize(cases.size());
    for (int i = 0; i < cases.size(); i++) {
      compare(
          file.name() + " in the batch: " + cases.get(i).name(),
          loaded,
          cases.get(i).expect(),
          decisions.get(i));
    }
  }

  private static void compare(
      String name, MatrixTenants.Loaded loaded, MatrixExpectation expect, JsonNode answer) {
    assertThat(answer.path("reason_code").asText()).as(name).isEqualTo(expect.reasonCode());
    assertThat(answer.path("allowed").isBoolean()).as(name).isTrue();
    assertThat(answer.path("allowed").asBoolean()).as(name).isEqualTo(expect.allowed());
    assertThat(answer.path("requires_step_up").asBoolean())
        .as(name)
        .isEqualTo(expect.reasonCode().equals("step_up_required"));
    assertThat(answer.path("matched").isEmpty()).as(name).isEqualTo(!expect.matchesSomething());
    if (expect.requiredAal() != null) {
      assertThat(answer.path("required_aal").asText()).as(name).isEqualTo(expect.requiredAal());
    }
    JsonNode match = answer.path("matched").path(0);
    if (expect.matched() != null) {
      assertThat(loaded.labels().get(match.path("id").asText()))
          .as(name)
          .isEqualTo(expect.matched());
    }
    if (expect.matchedRelation() != null) {
      assertThat(match.path("key").asText()).as(name).isEqualTo(expect.matchedRelation());
    }
  }

  private static void compareExplanation(
      String name, MatrixTenants.Loaded loaded, MatrixExpectation expect, JsonNode explanation) {
    assertThat(explanation.isObject()).as(name).isTrue();
    if (expect.failedConditions() != null) {
      assertThat(explanation.path("failed_conditions")).as(name).hasSize(expect.failedConditions());
    }
    String nearest = expect.nearest();
    if (nearest != null && !isRevoked(loaded, nearest)) {
      assertThat(loaded.labels().get(explanation.path("nearest").path("grant_id").asText()))
          .as(name)
          .isEqualTo(nearest);
    }
    if (expect.nearestPrivilege() != null) {
      assertThat(explanation.path("nearest").path("privilege").asText())
          .as(name)
          .isEqualTo(expect.nearestPrivilege());
    }
  }

  /** A revoked grant can never count again, so the service does not keep it in memory. */
  private static boolean isRevoked(MatrixTenants.Loaded loaded, @Nullable String label) {
    return loaded.file().grants().stream()
        .filter(grant -> grant.id().equals(label))
        .map(MatrixGrant::status)
        .anyMatch("revoked"::equals);
  }

  private JsonNode post(String token, String endpoint, JsonNode body) throws Exception {
    String answer =
        platform
            .as(token)
            .contentType(ContentType.JSON)
            .body(body.toString())
            .post("/api/iam/v1/decisions/" + endpoint)
            .then()
            .statusCode(200)
            .extract()
            .asString();
    return JSON.readTree(answer).path("data");
  }
}
