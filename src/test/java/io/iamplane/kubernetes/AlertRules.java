package io.iamplane.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.kubernetes.KubeObject.PrometheusRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The rules of {@code deploy/k8s/monitoring}, and which meters an expression asks. */
final class AlertRules {

  static final Path FOLDER = KubeFiles.ROOT.resolve("monitoring");

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  private static final Pattern METER = Pattern.compile("(?<![\\w:])(?:iam|http|jvm|process)_\\w+");

  private AlertRules() {}

  /** Groups of all files, as Prometheus itself reads them. */
  static List<JsonNode> groups() {
    List<JsonNode> groups = new ArrayList<>();
    for (PrometheusRule file : KubeFiles.of(PrometheusRule.class, KubeFiles.objects(FOLDER))) {
      file.spec().path("groups").forEach(groups::add);
    }
    return groups;
  }

  static List<JsonNode> alerts() {
    return rules().stream().filter(rule -> rule.has("alert")).toList();
  }

  static List<JsonNode> rules() {
    List<JsonNode> rules = new ArrayList<>();
    groups().forEach(group -> group.path("rules").forEach(rules::add));
    return rules;
  }

  static Set<String> names() {
    Set<String> names = new TreeSet<>();
    alerts().forEach(alert -> names.add(alert.path("alert").asText()));
    return names;
  }

  /** Names of metrics in an expression, which are not those of recorded rules. */
  static Set<String> meters(String expression) {
    Set<String> meters = new TreeSet<>();
    METER
        .matcher(QUOTED.matcher(expression).replaceAll(""))
        .results()
        .map(MatchResult::group)
        .forEach(meters::add);
    return meters;
  }
}
