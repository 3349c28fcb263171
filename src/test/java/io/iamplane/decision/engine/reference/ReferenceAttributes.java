package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Root;
import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Five plain maps. */
record ReferenceAttributes(Map<Root, Map<String, Object>> roots) implements Attributes {

  /** Later maps only fill gaps. */
  @SafeVarargs
  static Map<String, Object> layered(Map<String, Object>... layers) {
    Map<String, Object> all = new HashMap<>();
    for (Map<String, Object> layer : layers) {
      layer.forEach((key, value) -> {
        if (!all.containsKey(key)) {
          all.put(key, value);
        }
      });
    }
    return all;
  }

  /**
   * The attributes of a subject or resource. An external id comes from the directory, for its
   * types; the acting subject brings no attributes along.
   */
  static Map<String, Object> party(
      boolean acts, SubjectRef resolved, @Nullable SubjectFact entry, Map<String, Object> claimed) {
    Map<String, Object> known = new HashMap<>(Map.of("type", resolved.type(), "id", resolved.id()));
    Map<String, Object> stored = new HashMap<>(entry == null ? Map.of() : entry.attributes());
    Map<String, Object> said = new HashMap<>(claimed);
    boolean ofDirectory = ReferenceDirectory.DIRECTORY_TYPES.contains(resolved.type());
    if (ofDirectory || acts) {
      said.remove("external_id");
    }
    if (ofDirectory) {
      stored.remove("external_id");
    }
    if (ofDirectory && entry != null && entry.externalId() != null) {
      known.put("external_id", entry.externalId());
    }
    return layered(known, stored, said);
  }

  @Override
  public boolean has(Root root, String field) {
    return roots.getOrDefault(root, Map.of()).containsKey(field);
  }

  @Override
  public @Nullable Object get(Root root, String field) {
    return roots.getOrDefault(root, Map.of()).get(field);
  }
}
