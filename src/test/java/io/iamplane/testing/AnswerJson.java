package io.iamplane.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.response.ValidatableResponse;

/** Reads parts of answers for fixtures, as trees of Jackson. */
public final class AnswerJson {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private AnswerJson() {}

  /** Reads the value at a JSON pointer; missing if absent. */
  public static JsonNode at(ValidatableResponse answer, String pointer) {
    return at(answer.extract().asString(), pointer);
  }

  /** Reads the value at a JSON pointer in a text. */
  public static JsonNode at(String json, String pointer) {
    try {
      return MAPPER.readTree(json).at(pointer);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** The text at a JSON pointer. */
  public static String text(ValidatableResponse answer, String pointer) {
    JsonNode text = at(answer, pointer);
    if (!text.isTextual()) {
      throw new AssertionError("no text at " + pointer);
    }
    return text.textValue();
  }
}
