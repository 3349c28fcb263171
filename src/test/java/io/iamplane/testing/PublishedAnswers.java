package io.iamplane.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.iamplane.testing.PublishedOperations.Published;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Compares answers with the published document as strictly as a generated client reads them: a
 * status or a member that it does not declare is a fault too.
 */
public final class PublishedAnswers {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);
  private static final SchemaValidatorsConfig FORMATS =
      SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
  private static final JsonNode COMPONENTS =
      closed(PublishedOperations.document().path("components").deepCopy());
  private static final List<Route> ROUTES =
      PublishedOperations.all().stream()
          .map(each ->
              new Route(each, Pattern.compile(each.path().replaceAll("\\{[^}]+}", "[^/]+"))))
          .sorted(Comparator.comparing(route -> route.operation().path().contains("{")))
          .toList();
  private static final Map<JsonNode, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

  private PublishedAnswers() {}

  private record Route(Published operation, Pattern path) {}

  /**
   * An answer.
   *
   * @param contentType without parameters; empty without a body
   */
  public record Answered(String method, String path, int status, String contentType, String body) {}

  /** Finds parts of an answer that the document lacks; empty for an unpublished operation. */
  public static List<String> faults(Answered answer) {
    return operation(answer).map(operation -> faults(operation, answer)).orElse(List.of());
  }

  private static Optional<Published> operation(Answered answer) {
    return ROUTES.stream()
        .filter(route -> route.operation().method().equals(answer.method()))
        .filter(route -> route.path().matcher(answer.path()).matches())
        .map(Route::operation)
        .findFirst();
  }

  private static List<String> faults(Published operation, Answered answer) {
    JsonNode responses = operation.definition().path("responses");
    JsonNode response = responses.path(Integer.toString(answer.status()));
    if (response.isMissingNode() && answer.status() >= 400) {
      response = responses.path("default");
    }
    if (response.isMissingNode()) {
      return List.of("status " + answer.status() + " is not declared");
    }
    if (answer.body().isEmpty()) {
      return List.of();
    }
    JsonNode media = response.path("content").path(answer.contentType());
    if (media.isMissingNode()) {
      return List.of(answer.contentType() + " is not declared for " + answer.status());
    }
    return answer.contentType().endsWith("json")
        ? faults(media.path("schema"), answer.body())
        : List.of();
  }

  private static List<String> faults(JsonNode schema, String body) {
    try {
      return SCHEMAS
          .computeIfAbsent(schema, PublishedAnswers::compile)
          .validate(MAPPER.readTree(body))
          .stream()
          .map(ValidationMessage::getMessage)
          .toList();
    } catch (JsonProcessingException e) {
      return List.of("is not JSON: " + e.getOriginalMessage());
    }
  }

  private static JsonSchema compile(JsonNode schema) {
    ObjectNode root = MAPPER.createObjectNode();
    root.set("components", COMPONENTS);
    root.setAll((ObjectNode) schema.deepCopy());
    return FACTORY.getSchema(root, FORMATS);
  }

  /** With every object taking the members that it declares and no others. */
  private static JsonNode closed(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("properties").isObject()
        && object.path("type").asText().equals("object")
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(PublishedAnswers::closed);
    return node;
  }
}
