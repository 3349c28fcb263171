package io.iamplane.testing.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON by paths such as {@code data[0].after.name}, which are those of {@link PathSteps}. An
 * absent value is null; an object is a map, a number an {@code Integer}, {@code Long} or {@code
 * BigInteger}, the first one that it fits in, or a {@code Double}.
 */
public final class JsonPath {

  private static final ObjectReader READER =
      new ObjectMapper()
          .readerFor(Object.class)
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Object root;

  private JsonPath(Object root) {
    this.root = root;
  }

  public static JsonPath from(String json) {
    try {
      return new JsonPath(READER.readValue(json));
    } catch (JsonProcessingException e) {
      throw new AssertionError("This is not JSON: " + json, e);
    }
  }

  /** Reads the value at a path, cast to the caller's type. */
  @SuppressWarnings("unchecked")
  public <T> T get(String path) {
    return (T) PathSteps.of(path).of(root);
  }

  public String getString(String path) {
    return get(path);
  }

  public int getInt(String path) {
    return this.<Integer>get(path);
  }

  public long getLong(String path) {
    return this.<Number>get(path).longValue();
  }

  public boolean getBoolean(String path) {
    return this.<Boolean>get(path);
  }

  public <T> List<T> getList(String path) {
    return get(path);
  }

  public <K, V> Map<K, V> getMap(String path) {
    return get(path);
  }
}
