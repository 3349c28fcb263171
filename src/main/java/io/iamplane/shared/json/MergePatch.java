package io.iamplane.shared.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Applies changes to JSON objects: JSON Merge Patch (RFC 7396), and its first level alone. */
public final class MergePatch {

  public static final String MEDIA_TYPE = "application/merge-patch+json";

  private MergePatch() {}

  /** Merges objects at every level: null removes a member; any other value replaces it. */
  public static ObjectNode merge(JsonNode target, ObjectNode patch) {
    ObjectNode merged = copy(target);
    patch
        .properties()
        .forEach(member -> {
          String name = member.getKey();
          switch (member.getValue()) {
            case ObjectNode object -> merged.set(name, merge(merged.path(name), object));
            case JsonNode value -> put(merged, name, value);
          }
        });
    return merged;
  }

  /** Replaces members as wholes: null removes a member; objects in a value are not merged. */
  public static ObjectNode replace(JsonNode target, ObjectNode patch) {
    ObjectNode replaced = copy(target);
    patch.properties().forEach(member -> put(replaced, member.getKey(), member.getValue()));
    return replaced;
  }

  /** The members of an object; none of any other value. */
  private static ObjectNode copy(JsonNode target) {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    target.properties().forEach(member -> copy.set(member.getKey(), member.getValue()));
    return copy;
  }

  private static void put(ObjectNode target, String name, JsonNode value) {
    if (value.isNull()) {
      target.remove(name);
    } else {
      target.set(name, value);
    }
  }
}
