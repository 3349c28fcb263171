package io.iamplane.audit.python;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** The line that the verifier wrote about one file. */
record Verdict(JsonNode json) {

  int exit() {
    return json.get("exit").asInt();
  }

  boolean valid() {
    return json.get("valid").asBoolean();
  }

  @Nullable String cause() {
    return text("cause");
  }

  @Nullable String error() {
    return text("error");
  }

  /** The place, or null. */
  @Nullable Long seq() {
    JsonNode seq = json.get("seq");
    return seq.isNull() ? null : seq.asLong();
  }

  @Nullable String head() {
    return text("head");
  }

  long records() {
    return json.get("records").asLong();
  }

  int checkpoints() {
    return json.get("checkpoints").asInt();
  }

  @Nullable String text(String field) {
    JsonNode value = json.get(field);
    return value == null || value.isNull() ? null : value.asText();
  }
}
