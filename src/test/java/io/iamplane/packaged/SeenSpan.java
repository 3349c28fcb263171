package io.iamplane.packaged;

import io.restassured.path.json.JsonPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span that a driver gave away.
 *
 * @param parentId empty for the first of a trace
 */
record SeenSpan(
    String traceId, String spanId, String parentId, String name, Map<String, String> attributes) {

  private static final Pattern PAIR = Pattern.compile("(\\S+?)=(\"(?:[^\"\\\\]|\\\\.)*\"|\\S*)");
  private static final String LINE = "span=iam.";

  /** Names that both drivers tell otherwise, or that differ from run to run. */
  private static final List<String> PLACE =
      List.of("span", "duration_us", "trace_id", "span_id", "parent_id", "correlation_id");

  /** The spans in the log of a server, which is JSON. */
  static List<SeenSpan> inLog(String log) {
    return log.lines()
        .filter(line -> line.contains(LINE))
        .map(line -> JsonPath.from(line).getString("message"))
        .map(SeenSpan::ofLine)
        .toList();
  }

  /** The spans in the log of a command, which is text. */
  static List<SeenSpan> inText(String log) {
    return log.lines().filter(line -> line.contains(LINE)).map(SeenSpan::ofLine).toList();
  }

  private static SeenSpan ofLine(String line) {
    Map<String, String> pairs = new TreeMap<>();
    Matcher pair = PAIR.matcher(line.substring(line.indexOf(LINE)));
    while (pair.find()) {
      pairs.put(pair.group(1), pair.group(2));
    }
    Map<String, String> attributes = new TreeMap<>(pairs);
    attributes.keySet().removeAll(PLACE);
    if (pairs.containsKey("correlation_id")) {
      attributes.put("iam.correlation_id", pairs.get("correlation_id"));
    }
    return new SeenSpan(
        pairs.get("trace_id"),
        pairs.get("span_id"),
        pairs.getOrDefault("parent_id", ""),
        pairs.get("span"),
        attributes);
  }

  /** A trace as an indented list, in the order in which its spans began. */
  static String tree(Collection<SeenSpan> spans, String root) {
    StringBuilder text = new StringBuilder();
    branches(spans, root, "  ", text);
    return text.toString();
  }

  private static void branches(
      Collection<SeenSpan> spans, String parent, String indent, StringBuilder text) {
    for (SeenSpan span : new ArrayList<>(spans)) {
      if (span.parentId().equals(parent)) {
        text.append(indent).append(span.name());
        span.attributes()
            .forEach((key, value) -> {
              if (!key.equals("iam.correlation_id")) {
                text.append(' ').append(key).append('=').append(masked(key, value));
              }
            });
        text.append('\n');
        branches(spans, span.spanId(), indent + "  ", text);
      }
    }
  }

  private static String masked(String key, String value) {
    return switch (key) {
      case "iam.organization", "iam.client", "iam.subject", "iam.policy_version" -> "<some>";
      default -> value;
    };
  }
}
