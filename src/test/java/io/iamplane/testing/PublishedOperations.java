package io.iamplane.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The operations of the published document, {@code META-INF/iam/openapi.json}. */
public final class PublishedOperations {

  private static final JsonNode DOCUMENT = read();

  private PublishedOperations() {}

  /**
   * An operation.
   *
   * @param definition its definition in the document
   */
  public record Published(String method, String path, JsonNode definition) {

    /** The required permission; empty for any caller or none. */
    public String permission() {
      return definition.path("x-iam-permission").asText("");
    }

    /** The documented statuses. */
    public Set<String> statuses() {
      Set<String> statuses = new HashSet<>();
      definition.path("responses").fieldNames().forEachRemaining(statuses::add);
      return statuses;
    }

    private boolean answers(String otherMethod, String otherPath) {
      return method.equals(otherMethod) && otherPath.matches(path.replaceAll("\\{[^}]+}", "[^/]+"));
    }

    private long parameters() {
      return path.chars().filter(each -> each == '{').count();
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  /** The whole document. */
  public static JsonNode document() {
    return DOCUMENT;
  }

  public static List<Published> all() {
    List<Published> all = new ArrayList<>();
    DOCUMENT
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(each ->
                    all.add(
                        new Published(
                            each.getKey().toUpperCase(Locale.ROOT),
                            path.getKey(),
                            each.getValue()))));
    return all;
  }

  /** The operation that answers a request; of several that fit the one with fewest parameters. */
  public static Published answering(String method, String path) {
    return all().stream()
        .filter(each -> each.answers(method, path))
        .min(Comparator.comparingLong(Published::parameters))
        .orElseThrow(() -> new AssertionError("nothing published answers " + method + " " + path));
  }

  private static JsonNode read() {
    try {
      return new ObjectMapper()
          .readTree(Path.of("src/main/resources/META-INF/iam/openapi.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
