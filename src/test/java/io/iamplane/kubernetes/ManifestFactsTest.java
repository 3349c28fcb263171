package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.governance.simulation.SimulationConfig;
import io.iamplane.job.JobName;
import io.iamplane.kubernetes.KubeObject.CronJob;
import io.iamplane.kubernetes.KubeObject.Ingress;
import io.iamplane.kubernetes.KubeObject.NetworkPolicy;
import io.iamplane.kubernetes.KubeObject.Route;
import io.iamplane.signin.SignInResource;
import io.iamplane.webhook.WebhookConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Facts about the application in manifests are correct: commands, options, ports, paths, settings.
 */
class ManifestFactsTest {

  private static final Path HELP = Path.of("src/test/resources/golden/help");

  /** Commands that run by the clock, once they exist. */
  private static final Set<String> SCHEDULED =
      Set.of(
          "iam:audit:verify",
          "iam:audit:checkpoint",
          "iam:least-privilege:scan",
          "iam:reviews:close",
          "iam:reviews:remind",
          "iam:anomaly:scan",
          "iam:partitions:ensure",
          "iam:keys:rotate",
          "iam:retention:run");

  @Test
  void commandsAndTheirOptionsExist() {
    for (Workload each : Workload.of(KubeFiles.base())) {
      List<String> arguments = each.container().args();
      String help = KubeFiles.read(help(arguments.getFirst()));
      assertThat(arguments.subList(1, arguments.size()))
          .as("%s", each)
          .allSatisfy(option -> assertThat(help).contains(option.replaceFirst("=.*", "")));
    }
  }

  @Test
  void everyJobHasItsCronJobAndNoOtherCommandHas() {
    assertThat(KubeFiles.of(CronJob.class, KubeFiles.base()))
        .extracting(ManifestFactsTest::command)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(JobName.values()).map(JobName::command).toList());
  }

  /** The same list of jobs, for commands that come: one without a job would have no schedule. */
  @Test
  void everyCommandThatRunsByTheClockIsAJob() {
    assertThat(
            Arrays.stream(JobName.values())
                .map(job -> job.command().replaceFirst(" .*", ""))
                .collect(Collectors.toSet()))
        .isEqualTo(
            SCHEDULED.stream()
                .filter(command -> Files.exists(help(command)))
                .collect(Collectors.toSet()));
  }

  /** The command without options for its output. */
  private static String command(CronJob job) {
    Pods.PodSpec pod = job.spec().jobTemplate().spec().template().spec();
    return pod.containers().getFirst().args().stream()
        .filter(argument -> !argument.equals("--json"))
        .collect(Collectors.joining(" "));
  }

  @Test
  void portsAreTheApplications() throws Exception {
    Properties application = new Properties();
    try (var in = Files.newInputStream(Path.of("src/main/resources/application.properties"))) {
      application.load(in);
    }
    Map<String, Integer> ports = new TreeMap<>();
    Workload.of(KubeFiles.base()).stream()
        .flatMap(each ->
            Objects.requireNonNullElse(each.container().ports(), List.<Pods.Port>of()).stream())
        .forEach(port -> ports.merge(port.name(), port.containerPort(), ManifestFactsTest::same));
    assertThat(ports)
        .containsOnly(
            Map.entry("http", Integer.parseInt(application.getProperty("quarkus.http.port"))),
            Map.entry(
                "management",
                Integer.parseInt(application.getProperty("quarkus.management.port"))));
  }

  /** {@code KubeletProbesIT} tests those of the management port, on a worker. */
  @Test
  void probesAskPathsThatExist() {
    List<String> asked =
        Workload.of(KubeFiles.base()).stream()
            .flatMap(ManifestsTest::probes)
            .map(probe -> probe.httpGet().path())
            .distinct()
            .toList();
    assertThat(asked)
        .filteredOn(path -> !path.startsWith("/q/health/"))
        .isNotEmpty()
        .isSubsetOf(paths());
  }

  @Test
  void theIngressLeadsToEveryOperationAndNowhereElse() {
    List<String> prefixes =
        KubeFiles.of(Ingress.class, KubeFiles.base())
            .getFirst()
            .spec()
            .rules()
            .getFirst()
            .http()
            .paths()
            .stream()
            .map(Route::path)
            .toList();
    assertThat(paths())
        .allSatisfy(path -> assertThat(prefixes).anyMatch(prefix -> isBelow(path, prefix)));
    // Pages for people are not operations of the API.
    assertThat(prefixes)
        .contains(SignInResource.PATH)
        .filteredOn(prefix -> !prefix.equals(SignInResource.PATH))
        .allSatisfy(prefix -> assertThat(paths()).anyMatch(path -> isBelow(path, prefix)));
  }

  /** A simulation sends its first byte at its end. */
  @Test
  void theIngressWaitsLongerThanTheLongestRequest() {
    Map<String, String> annotations =
        KubeFiles.of(Ingress.class, KubeFiles.base()).getFirst().metadata().annotations();
    Duration waits =
        Duration.ofSeconds(
            Long.parseLong(
                Objects.requireNonNull(annotations)
                    .get("nginx.ingress.kubernetes.io/proxy-read-timeout")));
    Duration longest =
        DurationConverter.parseDuration(
            ApplicationSettings.byDefault(SimulationConfig.class, "deadline"));
    // What is read when the time is over is still judged and reported.
    assertThat(waits).isGreaterThanOrEqualTo(longest.plusSeconds(10));
  }

  @Test
  void theWayToTheInternetHasThePortsThatWebhooksMayReach() {
    List<String> open =
        KubeFiles.of(NetworkPolicy.class, KubeFiles.base()).stream()
            .filter(policy -> "iam-webhooks".equals(policy.metadata().name()))
            .flatMap(policy -> Objects.requireNonNull(policy.spec().egress()).stream())
            .flatMap(rule -> rule.ports().stream())
            .map(KubeObject.PolicyPort::port)
            .toList();
    assertThat(open)
        .containsExactly(
            ApplicationSettings.byDefault(WebhookConfig.class, "allowedPorts").split(","));
  }

  @Test
  void everySettingIsOne() {
    Set<String> known = ApplicationSettings.variables();
    assertThat(known).contains("IAM_KEK", "IAM_HTTP_PROXIES_TRUSTED", "IAM_DECISION_LOG_SINK");
    assertThat(used()).hasSizeGreaterThan(8).isSubsetOf(known);
    assertThat("IAM_HTTP_PROXY_TRUSTED").isNotIn(known);
  }

  @Test
  void theImageIsOfThisVersion() throws Exception {
    String pom = Files.readString(Path.of("pom.xml"));
    String version = pom.replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");
    assertThat(Workload.of(KubeFiles.base()))
        .allSatisfy(each ->
            assertThat(each.container().image())
                .isEqualTo("iam-control-plane:" + version.replace("-SNAPSHOT", "")));
  }

  private static Set<String> used() {
    Set<String> used = new TreeSet<>();
    Workload.of(KubeFiles.base())
        .forEach(each -> each.container().env().forEach(env -> used.add(env.name())));
    for (Path file : KubeFiles.yaml(KubeFiles.ROOT)) {
      if (file.endsWith("kustomization.yaml")) {
        JsonNode own = KubeFiles.trees(KubeFiles.read(file)).getFirst();
        own.findValues("literals")
            .forEach(list -> list.forEach(each -> used.add(each.asText().split("=", 2)[0])));
      }
    }
    return used;
  }

  private static List<String> paths() {
    JsonNode openapi =
        KubeFiles.trees(KubeFiles.read(Path.of("src/main/resources/META-INF/iam/openapi.json")))
            .getFirst();
    List<String> paths = new ArrayList<>();
    openapi.path("paths").fieldNames().forEachRemaining(paths::add);
    return paths;
  }

  private static boolean isBelow(String path, String prefix) {
    return path.equals(prefix) || path.startsWith(prefix + "/");
  }

  private static Path help(String command) {
    return HELP.resolve(command.replace(':', '-') + ".txt");
  }

  private static int same(int one, int other) {
    assertThat(one).isEqualTo(other);
    return one;
  }
}
