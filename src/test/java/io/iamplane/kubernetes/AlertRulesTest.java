package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.kubernetes.KubeObject.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts ask for meters that there are, are tested by Prometheus' own tool, and have a page. */
class AlertRulesTest {

  /** Alerts that the documentation promises to operators. */
  private static final Set<String> PROMISED =
      Set.of(
          "IamDecisionAvailabilityBurn",
          "IamDecisionLatencyBurn",
          "IamDenialSpike",
          "IamDecisionsUnavailable",
          "IamNotReady",
          "IamAuditChainBroken",
          "IamAuditVerifyMissing",
          "IamWebhookDlqGrowing",
          "IamOutboxLag",
          "IamAnomaly",
          "IamPolicyStale",
          "IamKeyRotationOverdue");

  /** Only a JVM has these; an alert must see a native executable, too. */
  private static final Pattern JVM_ONLY =
      Pattern.compile("jvm_(?:gc_|memory_usage_after_gc|buffer_).*");

  private static final Path TESTS = AlertRules.FOLDER.resolve("tests/alerts-test.yaml");
  private static final Path RUNBOOKS = Path.of("docs/runbooks");

  @Test
  void everyPromisedAlertIsThere() {
    assertThat(AlertRules.names()).containsAll(PROMISED);
  }

  @Test
  void everyMeterIsPublished() {
    Set<String> known = PublishedMeters.ofSources();
    assertThat(known).contains("iam_decisions_total", "iam_decision_seconds_bucket");
    Set<String> asked = new TreeSet<>();
    AlertRules.rules().forEach(rule -> asked.addAll(AlertRules.meters(rule.path("expr").asText())));

    assertThat(asked).hasSizeGreaterThan(6).isSubsetOf(known);
    assertThat(asked).noneMatch(meter -> JVM_ONLY.matcher(meter).matches());
  }

  @Test
  void recordedRatiosThatAreAskedAreRecorded() {
    Set<String> recorded =
        AlertRules.rules().stream()
            .filter(rule -> rule.has("record"))
            .map(rule -> rule.path("record").asText())
            .collect(Collectors.toSet());
    Set<String> asked =
        AlertRules.alerts().stream()
            .flatMap(alert ->
                Pattern.compile("iam:\\w+:\\w+").matcher(alert.path("expr").asText()).results())
            .map(hit -> hit.group())
            .collect(Collectors.toSet());
    assertThat(asked).isEqualTo(recorded);
  }

  @Test
  void reasonsInRulesAreReasons() {
    Set<String> known =
        Stream.of(ReasonCode.values()).map(ReasonCode::wire).collect(Collectors.toSet());
    for (JsonNode rule : AlertRules.rules()) {
      Pattern.compile("reason[=!]~?\"([^\"]*)\"")
          .matcher(rule.path("expr").asText())
          .results()
          .flatMap(hit -> Stream.of(hit.group(1).split("\\|")))
          .forEach(reason -> assertThat(known).contains(reason));
    }
  }

  /** Workers publish the meters of decisions and probes as well. */
  @Test
  void serversAreToldFromWorkersByALabelOfTheScrape() {
    String component = "app.kubernetes.io/component";
    assertThat(KubeFiles.of(ServiceMonitor.class, KubeFiles.objects(AlertRules.FOLDER)))
        .singleElement()
        .satisfies(
            monitor -> assertThat(monitor.spec().podTargetLabels()).containsExactly(component));

    String server =
        "app_kubernetes_io_component=\"" + Workload.server().labels().get(component) + "\"";
    assertThat(AlertRules.alerts())
        .filteredOn(alert -> alert.path("alert").asText().equals("IamDecisionsUnavailable"))
        .singleElement()
        .extracting(alert -> alert.path("expr").asText())
        .asString()
        .contains("absent(iam_decisions_total{" + server + "})");
    assertThat(MonitoredMeters.dashboard().path("panels"))
        .filteredOn(panel -> panel.path("title").asText().equals("Ready replicas"))
        .singleElement()
        .extracting(panel -> panel.path("targets").path(0).path("expr").asText())
        .asString()
        .contains(server);
  }

  /** Google's workbook: 2 % of a month's budget in an hour, 5 % in six, 10 % in a day or three. */
  @Test
  void budgetsAreWatchedInFourPairsOfWindows() {
    for (String name : List.of("IamDecisionAvailabilityBurn", "IamDecisionLatencyBurn")) {
      assertThat(AlertRules.alerts())
          .filteredOn(alert -> alert.path("alert").asText().equals(name))
          .extracting(alert ->
              alert.path("expr").asText().replaceAll("iam:\\w+:ratio_rate|\\* 0.001|\\s", ""))
          .containsExactly("1h>14.4and5m>14.4", "6h>6and30m>6", "1d>3and2h>3", "3d>1and6h>1");
    }
  }

  @Test
  void everyAlertHasItsTextsAndItsPage() throws IOException {
    for (JsonNode alert : AlertRules.alerts()) {
      String name = alert.path("alert").asText();
      assertThat(alert.path("labels").path("severity").asText()).isIn("critical", "warning");
      JsonNode texts = alert.path("annotations");
      assertThat(texts.path("summary").asText()).as(name).endsWith(".");
      assertThat(texts.path("description").asText()).as(name).endsWith(".");
      assertThat(texts.path("runbook").asText())
          .isEqualTo(RUNBOOKS.resolve(name + ".md").toString());
    }
    try (Stream<Path> pages = Files.list(RUNBOOKS)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .filteredOn(page -> !page.equals("README.md"))
          .containsExactlyInAnyOrderElementsOf(
              AlertRules.names().stream().map(name -> name + ".md").toList());
    }
  }

  @Test
  void everyPageSaysWhatItMeansThreeCommandsAndWhatNotToDo() {
    String index = KubeFiles.read(RUNBOOKS.resolve("README.md"));
    for (String name : AlertRules.names()) {
      String page = KubeFiles.read(RUNBOOKS.resolve(name + ".md"));
      assertThat(page).startsWith("# " + name + "\n");
      assertThat(page.lines().filter(line -> line.startsWith("## ")))
          .containsExactly("## What it means", "## First three commands", "## What not to do");
      String commands = page.replaceFirst("(?s).*```sh\n(.*?)```.*", "$1");
      assertThat(commands.lines().filter(line -> !line.startsWith("#"))).as(name).hasSize(3);
      assertThat(page.replaceFirst("(?s).*## What not to do", "")).contains("* Do not");
      assertThat(index).contains("](" + name + ".md)");
    }
  }

  @Test
  void everyAlertIsTestedFiringAndNotFiring() {
    Map<Boolean, Set<String>> tested =
        Stream.of(KubeFiles.trees(KubeFiles.read(TESTS)).getFirst())
            .flatMap(file -> file.findValues("alert_rule_test").stream())
            .flatMap(list -> Stream.iterate(0, i -> i < list.size(), i -> i + 1).map(list::get))
            .collect(
                Collectors.partitioningBy(
                    each -> each.path("exp_alerts").size() > 0,
                    Collectors.mapping(
                        each -> each.path("alertname").asText(), Collectors.toSet())));
    assertThat(tested.get(true)).isEqualTo(AlertRules.names());
    assertThat(tested.get(false)).isEqualTo(AlertRules.names());
  }

  @Test
  void theToolOfPrometheusAgrees(@TempDir Path folder) throws IOException {
    assumeTrue(Tools.isInstalled("promtool"), "promtool is not installed: alerts are not run");
    JsonMapper json = new JsonMapper();
    Path rules = folder.resolve("rules.yaml");
    // JSON is YAML.
    json.writeValue(rules.toFile(), Map.of("groups", AlertRules.groups()));
    Path tests = Files.copy(TESTS, folder.resolve("alerts-test.yaml"));

    assertThat(Tools.run("promtool", "check", "rules", rules.toString())).contains("SUCCESS");
    assertThat(Tools.run("promtool", "test", "rules", tests.toString())).contains("SUCCESS");
  }
}
