package io.iamplane.webhook.feed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An event with all that differs from run to run replaced, so that a page can hold it. */
final class ExampleText {

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern KEY = Pattern.compile("tenant-[a-z0-9]+-\\d+");
  private static final Pattern CLIENT = Pattern.compile("client_[a-z0-9]{20,}");
  private static final Pattern LONG = Pattern.compile("[A-Za-z0-9_+/=-]{40,}");

  private final Map<String, String> ids = new LinkedHashMap<>();

  ObjectNode of(ObjectNode event) {
    return (ObjectNode) replaced(event);
  }

  private JsonNode replaced(JsonNode node) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        object.set(name, member(name, object.get(name)));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, replaced(array.get(i)));
      }
    } else if (node.isTextual()) {
      return TextNode.valueOf(text(node.textValue()));
    }
    return node;
  }

  private JsonNode member(String name, JsonNode value) {
    return switch (name) {
      case "seq", "size" -> IntNode.valueOf(42);
      case "policy_version" -> IntNode.valueOf(7);
      case "decisions" -> value.isInt() ? IntNode.valueOf(1) : replaced(value);
      case "source" -> TextNode.valueOf("https://iam.example.com");
      case "client_id", "kid", "note" -> value.isNull() ? value : TextNode.valueOf("…");
      default -> replaced(value);
    };
  }

  private String text(String value) {
    Matcher found = ID.matcher(LONG.matcher(value).replaceAll("…"));
    String named =
        found.replaceAll(id ->
            ids.computeIfAbsent(
                id.group(), _ -> "0192f3c4-0000-7000-8000-%012d".formatted(ids.size() + 1)));
    String timed = TIME.matcher(named).replaceAll("2026-01-31T12:00:00Z");
    String owned = KEY.matcher(timed).replaceAll("acme");
    return CLIENT.matcher(owned).replaceAll("client_example");
  }
}
