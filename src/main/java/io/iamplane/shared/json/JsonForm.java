package io.iamplane.shared.json;

import com.fasterxml.jackson.databind.JsonNode;

/** The form in which a client may leave a member out. */
public enum JsonForm {
  /** Only by leaving it out; null is a value, of another type than the one that is asked for. */
  EXACT,
  /** By null, too; and an empty list is an empty object, as PHP writes one. */
  PHP,
  /** By null or an empty text, as exports of tables have them. */
  TABLE;

  boolean isAbsent(JsonNode value) {
    return value.isMissingNode()
        || switch (this) {
          case EXACT -> false;
          case PHP -> value.isNull();
          case TABLE -> value.isNull() || (value.isTextual() && value.textValue().isEmpty());
        };
  }

  boolean isObject(JsonNode value) {
    return value.isObject() || (this == PHP && value.isArray() && value.isEmpty());
  }
}
