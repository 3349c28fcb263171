package io.iamplane.decision;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as conditions read it: maps, lists, texts, booleans and numbers. */
public final class JsonValues {

  private JsonValues() {}

  public static Map<String, Object> object(JsonNode node) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (var member : node.properties()) {
      members.put(member.getKey(), value(member.getValue()));
    }
    return members;
  }

  private static @Nullable Object value(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT, POJO -> object(node);
      case ARRAY -> list(node);
      case STRING, BINARY -> node.asText();
      case BOOLEAN -> node.booleanValue();
      case NUMBER ->
          node.isIntegralNumber() && node.canConvertToLong()
              ? (Object) node.longValue()
              : (Object) node.doubleValue();
      case NULL, MISSING -> null;
    };
  }

  private static List<Object> list(JsonNode node) {
    List<Object> values = new ArrayList<>(node.size());
    node.forEach(each -> values.add(value(each)));
    return values;
  }
}
