package io.iamplane.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Properties of the document that generated clients need. */
class OpenApiStructureTest {

  private static final JsonNode DOCUMENT = PublishedOperations.document();
  private static final JsonNode SCHEMAS = DOCUMENT.path("components").path("schemas");
  private static final String REF = "#/components/schemas/";

  @Test
  void everyReferenceLeadsToASchema() {
    assertThat(refs(DOCUMENT)).isNotEmpty().allMatch(SCHEMAS::has);
    assertThat(SCHEMAS.properties())
        .extracting(Map.Entry::getKey)
        .as("the getters of a library's type are no schema")
        .noneMatch(name -> name.startsWith("JsonNode"));
  }

  @Test
  void everyBodyHasAType() {
    List<String> untyped = new ArrayList<>();
    for (Published each : PublishedOperations.all()) {
      bodies(each)
          .filter(content -> content.getKey().contains("*") || !isTyped(content.getValue()))
          .forEach(content -> untyped.add(each + " " + content.getKey()));
    }
    assertThat(untyped).isEmpty();
  }

  /** A document without one is refused by generators (OpenAPI 3.1, Response Object). */
  @Test
  void everyResponseHasADescription() {
    assertThat(PublishedOperations.all())
        .allSatisfy(each ->
            assertThat(each.definition().path("responses"))
                .as("%s", each)
                .allMatch(response -> !response.path("description").asText().isEmpty()));
  }

  @Test
  void everySuccessHasABody() {
    assertThat(PublishedOperations.all())
        .allSatisfy(each ->
            assertThat(each.definition().path("responses").properties())
                .filteredOn(response -> response.getKey().startsWith("2"))
                .isNotEmpty()
                .allMatch(response -> !response.getValue().path("content").isEmpty()));
  }

  @Test
  void idsAreTexts() {
    for (String id : List.of("UUID", "OrganizationId", "ServiceAccountId")) {
      assertThat(SCHEMAS.path(id).path("type").asText()).as(id).isEqualTo("string");
      assertThat(SCHEMAS.path(id).path("format").asText()).as(id).isEqualTo("uuid");
      assertThat(SCHEMAS.path(id).has("properties")).as(id).isFalse();
    }
  }

  @Test
  void everyObjectOfAnAnswerSaysWhichMembersItAlwaysHas() {
    assertThat(answered())
        .hasSizeGreaterThan(50)
        .filteredOn(name -> SCHEMAS.path(name).has("properties"))
        // Shown as far as the request asks for it.
        .filteredOn(name -> !name.equals("Context"))
        .allSatisfy(name -> assertThat(SCHEMAS.path(name).path("required")).as(name).isNotEmpty());
  }

  @Test
  void cursorsMayBeNullAndAreThere() {
    List<String> pages = new ArrayList<>();
    SCHEMAS
        .properties()
        .forEach(schema -> {
          JsonNode cursor = schema.getValue().path("properties").path("next_cursor");
          if (!cursor.isMissingNode()) {
            pages.add(schema.getKey());
            assertThat(texts(cursor.path("type"))).containsExactly("string", "null");
            assertThat(texts(schema.getValue().path("required"))).contains("next_cursor");
          }
        });
    assertThat(pages).hasSizeGreaterThan(10);
  }

  @Test
  void limitsAndCursorsAreBounded() {
    List<JsonNode> limits = parameters("limit");
    assertThat(limits)
        .isNotEmpty()
        .allSatisfy(limit -> {
          assertThat(limit.path("type").asText()).isEqualTo("integer");
          assertThat(limit.path("minimum").asInt()).isEqualTo(1);
          assertThat(limit.path("maximum").asInt()).isEqualTo(100);
          assertThat(limit.path("default").asInt()).isEqualTo(25);
        });
    assertThat(parameters("cursor"))
        .isNotEmpty()
        .allSatisfy(cursor -> assertThat(cursor.path("maxLength").asInt()).isPositive());
  }

  @Test
  void itemsOfABatchMayLeaveOutWhatTheDefaultsHold() {
    assertThat(SCHEMAS.path("EvaluationItemBody").has("required")).isFalse();
    assertThat(SCHEMAS.path("BatchCheckBody").has("required")).isFalse();
    assertThat(SCHEMAS.path("BatchBody").path("properties").properties())
        .extracting(Map.Entry::getKey)
        .contains("checks", "subject", "permission", "resource", "context");
  }

  @Test
  void tokensAreAskedForByAForm() {
    JsonNode token = DOCUMENT.path("paths").path("/oauth/token").path("post");
    JsonNode form =
        token.path("requestBody").path("content").path("application/x-www-form-urlencoded");
    assertThat(resolved(form.path("schema")).path("properties").properties())
        .extracting(Map.Entry::getKey)
        .contains("grant_type", "scope", "client_id", "client_secret", "client_assertion");
    assertThat(token.path("responses").properties())
        .extracting(Map.Entry::getKey)
        .contains("200", "400", "401", "429");
  }

  @Test
  void refusalsThatAnOperationHasOfItsOwnAreListed() {
    assertThat(statuses("DELETE", "relations")).contains("404");
    assertThat(statuses("GET", "relation-model")).contains("404");
    assertThat(statuses("PUT", "relation-model")).contains("404");
    assertThat(statuses("GET", "audit/events/x/proof")).contains("200", "404", "409");
    assertThat(statuses("POST", "decisions/check")).contains("400", "default");
  }

  private static Set<String> statuses(String method, String path) {
    return PublishedOperations.answering(method, "/api/iam/v1/" + path).statuses();
  }

  private static List<JsonNode> parameters(String name) {
    return PublishedOperations.all().stream()
        .flatMap(each -> Stream.of(each.definition().path("parameters")))
        .flatMap(JsonNode::valueStream)
        .filter(each -> each.path("name").asText().equals(name))
        .map(each -> each.path("schema"))
        .toList();
  }

  private static Stream<Map.Entry<String, JsonNode>> bodies(Published operation) {
    Stream<JsonNode> answers = operation.definition().path("responses").valueStream();
    return Stream.concat(Stream.of(operation.definition().path("requestBody")), answers)
        .flatMap(body -> body.path("content").properties().stream());
  }

  private static boolean isTyped(JsonNode media) {
    JsonNode schema = resolved(media.path("schema"));
    return !schema.isEmpty() && !schema.path("format").asText().equals("binary");
  }

  /** The names of the schemas that successful answers are made of. */
  private static Set<String> answered() {
    Set<String> names = new HashSet<>();
    PublishedOperations.all()
        .forEach(each ->
            each.definition().path("responses").properties().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .forEach(response -> collect(response.getValue(), names)));
    return names;
  }

  private static void collect(JsonNode node, Set<String> names) {
    for (String name : refs(node)) {
      if (names.add(name)) {
        collect(SCHEMAS.path(name), names);
      }
    }
  }

  private static JsonNode resolved(JsonNode schema) {
    return schema.has("$ref")
        ? SCHEMAS.path(schema.path("$ref").asText().replace(REF, ""))
        : schema;
  }

  private static Set<String> refs(JsonNode node) {
    Set<String> refs = new HashSet<>();
    node.findValuesAsText("$ref").forEach(ref -> refs.add(ref.replace(REF, "")));
    return refs;
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }
}
