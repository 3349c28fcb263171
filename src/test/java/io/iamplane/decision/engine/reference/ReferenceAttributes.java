package io.iamplane.decision.engine.reference;

import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Root;
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

  @Override
  public boolean has(Root root, String field) {
    return roots.getOrDefault(root, Map.of()).containsKey(field);
  }

  @Override
  public @Nullable Object get(Root root, String field) {
    return roots.getOrDefault(root, Map.of()).get(field);
  }
}
