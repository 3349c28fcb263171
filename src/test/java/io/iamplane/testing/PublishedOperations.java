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

/** The operations of the published document, {@code golden/openapi.json}. */
public final class PublishedOperations {

  private static final List<Published> ALL = read();

  private PublishedOperations() {}

  /**
   * An operation.
   *
   * @param permission what it needs; empty for any caller or none
   * @param statuses what it may answer with
   */
  public record Published(String method, String path, String permission, Set<String> statuses) {

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

  public static List<Published> all() {
    return ALL;
  }

  /** The operation that answers a request; of several that fit the one with fewest parameters. */
  public static Published answering(String method, String path) {
    return ALL.stream()
        .filter(each -> each.answers(method, path))
        .min(Comparator.comparingLong(Published::parameters))
        .orElseThrow(() -> new AssertionError("nothing published answers " + method + " " + path));
  }

  private static List<Published> read() {
    JsonNode document;
    try {
      document =
          new ObjectMapper().readTree(Path.of("src/test/resources/golden/openapi.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Published> all = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(method -> {
                  Set<String> statuses = new HashSet<>();
                  method.getValue().path("responses").fieldNames().forEachRemaining(statuses::add);
                  all.add(
                      new Published(
                          method.getKey().toUpperCase(Locale.ROOT),
                          path.getKey(),
                          method.getValue().path("x-iam-permission").asText(""),
                          statuses));
                }));
    return List.copyOf(all);
  }
}
