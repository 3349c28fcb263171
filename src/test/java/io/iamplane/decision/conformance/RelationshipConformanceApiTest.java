package io.iamplane.decision.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The relationship models of others, asked over HTTP one by one and as a batch. */
@QuarkusTest
class RelationshipConformanceApiTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Inject ConformanceData data;
  @Inject TestPlatform platform;

  @ParameterizedTest
  @CsvSource({"gdrive,187", "github,11", "slack,7"})
  void answersAreThoseOfTheAuthors(String set, int cases) throws IOException {
    ConformanceData.assumePresent(set);
    String token = platform.token(data.relations(set).client());
    JsonNode assertions = ConformanceData.read(set, "evaluations.json").get("assertions");
    assertThat(assertions).hasSize(cases);
    Set<String> wrong = new TreeSet<>();
    ArrayNode evaluations = JSON.createArrayNode();
    StringBuilder expected = new StringBuilder();
    for (JsonNode assertion : assertions) {
      String answer = "{\"decision\":" + assertion.get("expected").asBoolean() + "}";
      String given = ask(token, "evaluation", assertion.get("evaluation"));
      if (!given.equals(answer)) {
        wrong.add(assertion + " gave " + given);
      }
      evaluations.add(assertion.get("evaluation"));
      expected.append(expected.isEmpty() ? "" : ",").append(answer);
    }
    assertThat(wrong).isEmpty();
    ObjectNode batch = JSON.createObjectNode().set("evaluations", evaluations);
    assertThat(ask(token, "evaluations", batch)).isEqualTo("{\"evaluations\":[" + expected + "]}");
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
