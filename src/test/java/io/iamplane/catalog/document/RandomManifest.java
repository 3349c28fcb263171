package io.iamplane.catalog.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Generates manifests without faults. One source of randomness decides the meaning, the other the
 * notation: bare or full keys, the order of lists and members, explicit or omitted defaults.
 */
final class RandomManifest {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> RISKS = List.of("low", "medium", "high", "critical");
  private static final List<String> TEXTS =
      List.of("plain", "", "caf\u00e9", "\ud83d\ude00", "a\nb", "\"", "\u20ac", "a\\b", " ");

  private final Random meaning;
  private final Random spelling;

  RandomManifest(Random meaning, Random spelling) {
    this.meaning = meaning;
    this.spelling = spelling;
  }

  ObjectNode document() {
    Map<String, Object> members = new TreeMap<>();
    members.put("schema", spelling.nextBoolean() ? Manifest.SCHEMA : Manifest.SCHEMA_ALIAS);
    members.put("app", object(Map.of("key", "app", "name", "App " + meaning.nextInt(1_000))));
    int permissions = meaning.nextInt(8);
    List<ObjectNode> declared = new ArrayList<>();
    for (int i = 0; i < permissions; i++) {
      declared.add(permission(i));
    }
    members.put("permissions", list(declared));
    List<ObjectNode> roles = new ArrayList<>();
    int count = meaning.nextInt(6);
    for (int i = 0; i < count; i++) {
      roles.add(role(i, permissions));
    }
    members.put("roles", list(roles));
    members.put("types", types());
    if (meaning.nextBoolean()) {
      members.put("attributes", object(Map.of("subject", object(Map.of("level", "int")))));
    } else if (spelling.nextBoolean()) {
      members.put("attributes", object(Map.of("subject", object(Map.of()))));
    }
    return object(members);
  }

  private ObjectNode permission(int i) {
    Map<String, Object> members = new TreeMap<>();
    members.put("key", key("p." + i));
    String risk = RISKS.get(meaning.nextInt(RISKS.size()));
    if (!risk.equals("low") || spelling.nextBoolean()) {
      members.put("risk", risk);
    }
    if (meaning.nextBoolean()) {
      boolean word = spelling.nextBoolean();
      members.put(word ? "requires_step_up" : "required_aal", word ? (Object) true : "aal2");
    }
    if (meaning.nextBoolean()) {
      members.put("resource", "doc");
      members.put("action", "act" + i);
      members.put("relation", meaning.nextBoolean() ? "viewer" : "can_read");
    }
    return object(members);
  }

  private ObjectNode role(int i, int permissions) {
    Map<String, Object> members = new TreeMap<>();
    members.put("key", key("r" + i));
    List<String> held = new ArrayList<>();
    for (int p = 0; p < permissions; p++) {
      if (meaning.nextBoolean()) {
        held.add(key("p." + p));
        if (spelling.nextInt(4) == 0) {
          held.add(key("p." + p));
        }
      }
    }
    if (meaning.nextBoolean()) {
      held.add(key("p.*"));
    }
    members.put("permissions", list(held));
    List<String> includes = new ArrayList<>();
    for (int r = 0; r < i; r++) {
      if (meaning.nextBoolean()) {
        includes.add(key("r" + r));
      }
    }
    members.put("includes", list(includes));
    boolean privileged = meaning.nextBoolean();
    if (privileged || spelling.nextBoolean()) {
      members.put("is_privileged", privileged);
    }
    members.put("request", object(request(3)));
    return object(members);
  }

  private Map<String, Object> request(int depth) {
    Map<String, Object> members = new TreeMap<>();
    int count = meaning.nextInt(4);
    for (int i = 0; i < count; i++) {
      members.put("m" + i, free(depth));
    }
    return members;
  }

  private Object free(int depth) {
    return switch (meaning.nextInt(depth == 0 ? 5 : 7)) {
      case 0 -> TEXTS.get(meaning.nextInt(TEXTS.size()));
      case 1 -> meaning.nextInt();
      case 2 -> meaning.nextLong(-9_007_199_254_740_991L, 9_007_199_254_740_992L);
      case 3 -> meaning.nextInt(1_000_000) / Math.pow(10, meaning.nextInt(9));
      case 4 -> meaning.nextBoolean();
      case 5 -> object(request(depth - 1));
      default -> {
        ArrayNode list = NODES.arrayNode();
        for (int i = meaning.nextInt(3); i > 0; i--) {
          list.addPOJO(free(depth - 1));
        }
        yield SampleManifest.json(list.toString());
      }
    };
  }

  private ObjectNode types() {
    String viewer = spelling.nextBoolean() ? "user | group#member" : "user|group#member";
    String read =
        spelling.nextBoolean() ? "viewer | parent->can_read" : "(viewer|(parent->can_read))";
    String owner = meaning.nextBoolean() ? "user" : "user | user:*";
    return object(
        Map.of(
            "doc",
            object(
                Map.of(
                    "relations",
                    object(Map.of("viewer", viewer, "parent", "doc", "owner", owner)),
                    "permissions",
                    object(Map.of("can_read", read))))));
  }

  private String key(String name) {
    return spelling.nextBoolean() ? name : "app:" + name;
  }

  private ArrayNode list(List<?> elements) {
    List<?> shuffled = new ArrayList<>(elements);
    Collections.shuffle(shuffled, spelling);
    ArrayNode list = NODES.arrayNode();
    shuffled.forEach(list::addPOJO);
    return (ArrayNode) SampleManifest.json(list.toString());
  }

  private ObjectNode object(Map<String, Object> members) {
    List<String> names = new ArrayList<>(members.keySet());
    Collections.sort(names);
    Collections.shuffle(names, spelling);
    ObjectNode object = NODES.objectNode();
    names.forEach(name -> object.set(name, SampleManifest.MAPPER.valueToTree(members.get(name))));
    return object;
  }
}
