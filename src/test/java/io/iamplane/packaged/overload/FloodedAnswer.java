package io.iamplane.packaged.overload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.iamplane.packaged.answers.ExpectedAnswer;

/** The answer to a batch of a server without a log, which others are compared with. */
final class FloodedAnswer {

  private static final String FULL = "decision_log_full";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ArrayNode decisions;
  private final ExpectedAnswer expected;

  FloodedAnswer(String body, ExpectedAnswer expected) {
    this.decisions = decisions(parsed(body));
    this.expected = expected;
  }

  /**
   * A comparison.
   *
   * @param full decisions that are denials because nothing could be recorded
   * @param difference the first one of the other decisions; empty when there is none
   */
  record Compared(int full, String difference) {}

  int decisions() {
    return decisions.size();
  }

  /** Compares an answer with status 200. */
  Compared compare(String body) {
    if (!body.contains(FULL)) {
      return new Compared(0, expected.difference(200, body));
    }
    JsonNode root = parsed(body);
    int full = 0;
    ArrayNode found = decisions(root);
    for (int i = 0; i < Math.min(found.size(), decisions.size()); i++) {
      JsonNode one = found.get(i);
      if (one.path("reason_code").asText().equals(FULL) && !one.path("allowed").asBoolean(true)) {
        full++;
        found.set(i, decisions.get(i));
      }
    }
    return new Compared(full, expected.difference(200, root.toString()));
  }

  private static ArrayNode decisions(JsonNode root) {
    return root.at("/data/decisions") instanceof ArrayNode array ? array : MAPPER.createArrayNode();
  }

  private static JsonNode parsed(String body) {
    try {
      return MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      return MAPPER.createObjectNode();
    }
  }
}
