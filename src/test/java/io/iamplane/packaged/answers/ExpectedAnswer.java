package io.iamplane.packaged.answers;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** An answer as it has to be: a status, and texts at JSON pointers of the body. */
public final class ExpectedAnswer {

  /** In the place of a text: any text that is not empty. */
  public static final String ANY = "*";

  /** In the place of a text: nothing stands there. */
  public static final String ABSENT = "";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final int status;
  private final Map<JsonPointer, String> texts = new LinkedHashMap<>();

  private ExpectedAnswer(int status, Map<String, String> texts) {
    this.status = status;
    texts.forEach((pointer, text) -> this.texts.put(JsonPointer.compile(pointer), text));
  }

  /** A status with any body. */
  public static ExpectedAnswer status(int status) {
    return new ExpectedAnswer(status, Map.of());
  }

  /** Status 200, and texts by their pointers; booleans and numbers count as their texts. */
  public static ExpectedAnswer of(Map<String, String> texts) {
    return of(200, texts);
  }

  /** The same with another status. */
  public static ExpectedAnswer of(int status, Map<String, String> texts) {
    return new ExpectedAnswer(status, texts);
  }

  /**
   * The known correct answer of a server: each of its texts, and no more elements.
   *
   * @param varying names of members with other texts in each answer
   * @throws IllegalArgumentException if the body is not JSON
   */
  public static ExpectedAnswer like(int status, String body, Set<String> varying) {
    Map<String, String> texts = new LinkedHashMap<>();
    try {
      collect("", "", MAPPER.readTree(body), varying, texts);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the answer is not JSON: " + body, e);
    }
    return of(status, texts);
  }

  private static void collect(
      String at, String name, JsonNode node, Set<String> varying, Map<String, String> texts) {
    if (node.isValueNode()) {
      texts.put(at, varying.contains(name) ? ANY : node.asText());
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(at + "/" + i, name, node.get(i), varying, texts);
      }
      texts.put(at + "/" + node.size(), ABSENT);
    } else {
      node.properties()
          .forEach(member ->
              collect(
                  at + "/" + member.getKey(), member.getKey(), member.getValue(), varying, texts));
    }
  }

  /** The first difference of an answer; empty when there is none. */
  public String difference(int status, String body) {
    return status == this.status
        ? difference(body)
        : "status %d instead of %d".formatted(status, this.status);
  }

  int status() {
    return status;
  }

  /** The first difference of a body; empty when there is none. */
  String difference(String body) {
    if (texts.isEmpty()) {
      return "";
    }
    JsonNode root;
    try {
      root = MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      return "the answer is not JSON";
    }
    for (Map.Entry<JsonPointer, String> text : texts.entrySet()) {
      JsonNode found = root.at(text.getKey());
      if (!agrees(found, text.getValue())) {
        return "%s is '%s' instead of '%s'".formatted(text.getKey(), found, text.getValue());
      }
    }
    return "";
  }

  private static boolean agrees(JsonNode found, String text) {
    return switch (text) {
      case ABSENT -> found.isMissingNode();
      case ANY -> !found.asText().isEmpty();
      default -> found.asText().equals(text);
    };
  }
}
