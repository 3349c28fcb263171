package io.iamplane.chain.verifier;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.iamplane.chain.PersonalValue;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a record's text, as far as columns and personal values repeat it. Read in one pass
 * and without a tree: verification spends most of its time here and in SHA-256.
 */
final class RecordText {

  private static final JsonFactory JSON = new JsonFactory();

  /** {@code organization_id}, {@code actor/type}, …: their values, null if not a text. */
  private final Map<String, @Nullable String> members = new HashMap<>();

  /** By JSON Pointer (RFC 6901), where a digest stands in the place of a value. */
  private final Map<String, String> digests = new HashMap<>();

  private RecordText() {}

  /**
   * Reads a text, with digests if there are personal values to compare with; empty if it is no JSON
   * object.
   */
  static Optional<RecordText> read(byte[] canonical, boolean withDigests) {
    RecordText text = new RecordText();
    try (JsonParser parser = JSON.createParser(canonical)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      text.object(parser, withDigests);
      return Optional.of(text);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A member that is text; null when it is absent or something else. */
  @Nullable String member(String name) {
    return members.get(name);
  }

  boolean names(String member) {
    return members.containsKey(member);
  }

  /** The digest that stands at a place, with nothing beside it; empty when none does. */
  String digest(String pointer) {
    return digests.getOrDefault(pointer, "");
  }

  private void object(JsonParser parser, boolean withDigests) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      members.put(name, value == JsonToken.VALUE_STRING ? parser.getText() : null);
      if (value == JsonToken.VALUE_STRING) {
        continue;
      }
      if (name.equals("actor") || name.equals("target")) {
        nested(parser, name);
      } else if (value == JsonToken.START_OBJECT && withDigests) {
        digests(parser, "/" + escaped(name));
      } else {
        parser.skipChildren();
      }
    }
  }

  private void nested(JsonParser parser, String parent) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_STRING) {
        members.put(parent + "/" + name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
  }

  private void digests(JsonParser parser, String pointer) throws IOException {
    int count = 0;
    String digest = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      count++;
      if (value == JsonToken.START_OBJECT) {
        digests(parser, pointer + "/" + escaped(name));
      } else if (value == JsonToken.VALUE_STRING && name.equals(PersonalValue.DIGEST)) {
        digest = parser.getText();
      } else {
        parser.skipChildren();
      }
    }
    if (count == 1 && digest != null) {
      digests.put(pointer, digest);
    }
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
