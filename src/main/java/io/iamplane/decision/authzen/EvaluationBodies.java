package io.iamplane.decision.authzen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.json.TextRule;
import jakarta.ws.rs.core.MediaType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies of AuthZEN's requests. The content type is checked here, because AuthZEN asks for
 * 400 where HTTP would have 415. Bytes and letters that are no text are refused rather than
 * replaced: two different ids must not become the same one.
 */
record EvaluationBodies(ObjectMapper mapper) {

  /**
   * @throws BadEvaluation when the body is no JSON object in UTF-8
   */
  JsonNode read(@Nullable String contentType, byte @Nullable [] body) {
    if (contentType == null || !isJson(contentType)) {
      throw new BadEvaluation("the content type must be application/json");
    }
    try {
      String text = body == null ? "" : text(body);
      JsonNode request = text.isBlank() ? null : mapper.readTree(text);
      if (request == null || !request.isObject()) {
        throw new BadEvaluation("the body must be a JSON object");
      }
      requireText(request);
      return request;
    } catch (CharacterCodingException e) {
      throw new BadEvaluation("the body is not valid UTF-8");
    } catch (JsonProcessingException e) {
      throw new BadEvaluation("the body is not valid JSON");
    }
  }

  private static boolean isJson(String contentType) {
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return type.equals(MediaType.APPLICATION_JSON);
  }

  /** Fails on bytes that are not UTF-8, where others put a mark in their place. */
  private static String text(byte[] body) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
  }

  /** The mapper bounds how deep it can be. */
  private static void requireText(JsonNode node) {
    if (node.isTextual()) {
      requireText(node.asText());
    } else if (node.isObject()) {
      node.properties()
          .forEach(member -> {
            requireText(member.getKey());
            requireText(member.getValue());
          });
    } else {
      node.forEach(EvaluationBodies::requireText);
    }
  }

  private static void requireText(String text) {
    if (TextRule.hasHalfPair(text)) {
      throw new BadEvaluation("the body contains an unpaired surrogate");
    }
  }
}
