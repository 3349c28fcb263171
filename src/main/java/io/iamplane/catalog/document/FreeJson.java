package io.iamplane.catalog.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.StorableNumber;
import io.iamplane.shared.json.TextRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a member of free content, as maps, lists and scalars. Accepted content can be stored as
 * {@code jsonb}, read back and written in RFC 8785's form without a change of value.
 */
final class FreeJson {

  private static final int MAX_DEPTH = 16;
  private static final TextRule NAME = TextRule.free(200);

  /** The limit of an expression of a relation model. */
  private static final TextRule TEXT = TextRule.free(4_096);

  private final JsonMembers members;
  private final boolean listless;
  private boolean faulty;

  private FreeJson(JsonMembers members, boolean listless) {
    this.members = members;
    this.listless = listless;
  }

  /**
   * Reads a member; empty when it is absent, null when it is invalid.
   *
   * @param listless no list has a meaning in it, so that an empty one is an empty object, as PHP
   *     writes it
   */
  static @Nullable Map<String, Object> read(JsonMembers members, String member, boolean listless) {
    JsonNode object = members.tree(member);
    if (object == null) {
      return null;
    }
    FreeJson reader = new FreeJson(members, listless);
    Map<String, Object> read = reader.object(member, object, 1);
    return reader.faulty ? null : read;
  }

  private void fault(String place, String message) {
    members.fault(place, message);
    faulty = true;
  }

  private Map<String, Object> object(String place, JsonNode object, int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = member.getKey();
      String at = place + "." + name;
      String fault = NAME.fault(name);
      if (fault != null) {
        fault(at, "the name " + fault);
      }
      members.put(name, value(at, member.getValue(), depth + 1));
    }
    return members;
  }

  // A JSON null is a null of the map, which the checker's annotations of Map cannot express.
  @SuppressWarnings("NullAway")
  private Object value(String place, JsonNode value, int depth) {
    if (depth > MAX_DEPTH) {
      fault(place, "must not be nested more than " + MAX_DEPTH + " levels deep");
      return "";
    }
    return switch (value.getNodeType()) {
      case OBJECT -> object(place, value, depth);
      case ARRAY -> listless && value.isEmpty() ? Map.of() : list(place, value, depth);
      case STRING -> text(place, value.textValue());
      case NUMBER -> number(place, value);
      case BOOLEAN -> value.booleanValue();
      case NULL -> null;
      case BINARY, POJO, MISSING -> {
        fault(place, "must be a JSON value");
        yield "";
      }
    };
  }

  private List<@Nullable Object> list(String place, JsonNode array, int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      elements.add(value(place + "[" + i + "]", array.get(i), depth + 1));
    }
    return elements;
  }

  private String text(String place, String text) {
    String fault = TEXT.fault(text);
    if (fault != null) {
      fault(place, fault);
    }
    return text;
  }

  /** One value, one Java object: {@code 1.0} is 1, and is read back as an int. */
  private Number number(String place, JsonNode number) {
    double value = number.doubleValue();
    if (!StorableNumber.is(value)) {
      fault(
          place,
          "must be 0 or a number with an absolute value from 1e-15 to 9007199254740991;"
              + " write other numbers as strings");
      return 0;
    }
    if (value != Math.rint(value)) {
      return value;
    }
    long whole = (long) value;
    if (whole == (int) whole) {
      return (int) whole;
    }
    return whole;
  }
}
