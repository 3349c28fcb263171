package io.iamplane.language.condition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attributes from plain maps, or from JSON. */
public record MapAttributes(Map<String, Map<String, @Nullable Object>> roots)
    implements Attributes {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads JSON in which {@code {"$time": ...}} and {@code {"$duration": ...}} are Java's values.
   */
  public static MapAttributes of(String json) {
    Map<String, Map<String, @Nullable Object>> roots = new LinkedHashMap<>();
    object(json)
        .forEach((root, fields) -> {
          Map<String, @Nullable Object> values = new LinkedHashMap<>();
          ((Map<?, ?>) fields).forEach((k, v) -> values.put((String) k, value(v)));
          roots.put(root, values);
        });
    return new MapAttributes(roots);
  }

  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(String json) {
    try {
      return JSON.readValue(json, Map.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  public static MapAttributes context(String name, @Nullable Object value) {
    Map<String, @Nullable Object> context = new LinkedHashMap<>();
    context.put(name, value);
    return new MapAttributes(Map.of("context", context));
  }

  private static @Nullable Object value(@Nullable Object json) {
    if (json instanceof List<?> list) {
      List<@Nullable Object> values = new ArrayList<>();
      list.forEach(element -> values.add(value(element)));
      return values;
    }
    if (!(json instanceof Map<?, ?> map)) {
      return json;
    }
    if (map.get("$time") instanceof String time) {
      return Instant.parse(time);
    }
    if (map.get("$duration") instanceof String duration) {
      return Duration.parse(duration);
    }
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    map.forEach((k, v) -> values.put((String) k, value(v)));
    return values;
  }

  @Override
  public @Nullable Object get(Root root, String field) {
    Map<String, @Nullable Object> fields = roots.get(root.text());
    return fields == null ? null : fields.get(field);
  }

  @Override
  public boolean has(Root root, String field) {
    Map<String, @Nullable Object> fields = roots.get(root.text());
    return fields != null && fields.containsKey(field);
  }
}
