package io.iamplane.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/** The meters in alerts and on the dashboard. */
public final class MonitoredMeters {

  private static final String EXPRESSION = "expr";

  private MonitoredMeters() {}

  /** Names as they are scraped, of the application's own meters. */
  static Set<String> all() {
    Set<String> meters = new TreeSet<>();
    AlertRules.rules().forEach(rule -> add(meters, rule));
    dashboard().findValues(EXPRESSION).forEach(each -> meters.addAll(meters(each.asText())));
    return meters;
  }

  /** Without those of features to come. */
  public static Set<String> published() {
    Set<String> meters = all();
    meters.removeIf(meter -> !meter.startsWith("iam_"));
    return meters;
  }

  static JsonNode dashboard() {
    return KubeFiles.trees(KubeFiles.read(AlertRules.FOLDER.resolve("dashboard.json"))).getFirst();
  }

  private static void add(Set<String> meters, JsonNode rule) {
    meters.addAll(meters(rule.path(EXPRESSION).asText()));
  }

  private static Set<String> meters(String expression) {
    return AlertRules.meters(expression);
  }
}
