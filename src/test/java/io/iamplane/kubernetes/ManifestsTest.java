package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.kubernetes.KubeObject.Autoscaler;
import io.iamplane.kubernetes.KubeObject.ConfigMap;
import io.iamplane.kubernetes.KubeObject.CronJob;
import io.iamplane.kubernetes.KubeObject.Deployment;
import io.iamplane.kubernetes.KubeObject.DisruptionBudget;
import io.iamplane.kubernetes.KubeObject.Ingress;
import io.iamplane.kubernetes.KubeObject.NetworkPolicy;
import io.iamplane.kubernetes.KubeObject.Service;
import io.iamplane.kubernetes.KubeObject.VolumeClaim;
import io.iamplane.kubernetes.Pods.Probe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests can be read, fit one another, and build. */
class ManifestsTest {

  private static final String SERVER = "iam-server";

  /** The longest duration of a shutdown, in seconds. */
  private static final int SHUTDOWN = 25;

  @Test
  void aMisspeltMemberIsRefused() {
    String account = KubeFiles.read(KubeFiles.ROOT.resolve("base/service-account.yaml"));
    assertThatThrownBy(() -> KubeFiles.objects(account.replace("automount", "autoMount")))
        .hasStackTraceContaining("autoMountServiceAccountToken");
    assertThatThrownBy(() -> KubeFiles.objects(account.replace("v1", "v2")))
        .hasMessageContaining("v2/ServiceAccount");
    assertThatThrownBy(() -> KubeFiles.objects(account + "metadata: {}\n"))
        .hasMessageContaining("metadata");
  }

  @Test
  void everyFileIsReadAndPartOfAKustomization() throws Exception {
    for (Path file : KubeFiles.yaml(KubeFiles.ROOT)) {
      if (file.endsWith("kustomization.yaml") || file.toString().contains("/tests/")) {
        continue;
      }
      assertThat(KubeFiles.objects(KubeFiles.read(file))).as("%s", file).isNotEmpty();
      JsonNode own =
          KubeFiles.trees(KubeFiles.read(file.resolveSibling("kustomization.yaml"))).getFirst();
      assertThat(texts(own.path("resources"))).contains(file.getFileName().toString());
    }
    for (Path file : KubeFiles.yaml(KubeFiles.ROOT)) {
      if (file.endsWith("kustomization.yaml")) {
        JsonNode own = KubeFiles.trees(KubeFiles.read(file)).getFirst();
        assertThat(texts(own.path("resources"), own.path("components")))
            .allMatch(named -> Files.exists(file.resolveSibling(named)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev", "production"})
  void anOverlayBuilds(String overlay) {
    List<KubeObject> built = KubeFiles.built(overlay);

    int panel = overlay.equals("production") ? 1 : 0;
    assertThat(Workload.of(built)).hasSize(Workload.of(KubeFiles.base()).size() + panel);
    Map<String, String> settings =
        KubeFiles.of(ConfigMap.class, built).stream()
            .filter(map -> String.valueOf(map.metadata().name()).startsWith("iam-settings"))
            .findFirst()
            .orElseThrow()
            .data();
    String host = KubeFiles.of(Ingress.class, built).getFirst().spec().rules().getFirst().host();
    assertThat(settings).containsEntry("IAM_ISSUER", "https://" + host);
    assertThat(KubeFiles.of(Ingress.class, built).getFirst().spec().tls().getFirst().hosts())
        .containsExactly(host);
    assertThat(built)
        .filteredOn(object -> !(object instanceof KubeObject.Namespace))
        .extracting(object -> object.metadata().namespace())
        .containsOnly(overlay.equals("dev") ? "iam-dev" : "iam");
  }

  @Test
  void threeServersSpreadAndAreReplacedOneByOne() {
    Deployment server = deployment(SERVER);

    assertThat(server.spec().replicas()).isEqualTo(3);
    assertThat(server.spec().template().spec().topologySpreadConstraints())
        .extracting(Pods.Spread::topologyKey)
        .containsExactly("topology.kubernetes.io/zone", "kubernetes.io/hostname");
    assertThat(Objects.requireNonNull(server.spec().strategy()).rollingUpdate())
        .containsEntry("maxUnavailable", 0);
  }

  @Test
  void aPodHasTheTimeThatItsShutdownTakes() {
    Pods.PodSpec server = deployment(SERVER).spec().template().spec();
    int pause =
        Objects.requireNonNull(server.containers().getFirst().lifecycle())
            .preStop()
            .sleep()
            .seconds();

    assertThat(server.terminationGracePeriodSeconds()).isEqualTo(30);
    assertThat(pause + SHUTDOWN).isLessThanOrEqualTo(30);
    assertThat(deployment("iam-worker").spec().template().spec().terminationGracePeriodSeconds())
        .isEqualTo(30);
  }

  @Test
  void selectorsFindPodsAndServicesTheirPorts() {
    List<Workload> workloads = Workload.of(KubeFiles.base());
    for (Service service : KubeFiles.of(Service.class, KubeFiles.base())) {
      List<Workload> behind = new ArrayList<>(workloads);
      behind.removeIf(
          each -> !each.labels().entrySet().containsAll(service.spec().selector().entrySet()));
      assertThat(behind).as(service.metadata().name()).isNotEmpty();
      String port = service.spec().ports().getFirst().targetPort();
      assertThat(behind).allSatisfy(each -> assertThat(ports(each)).contains(port));
    }
    for (Deployment each : KubeFiles.of(Deployment.class, KubeFiles.base())) {
      Map<String, String> labels =
          Objects.requireNonNull(each.spec().template().metadata().labels());
      assertThat(each.spec().selector().selects(labels)).isTrue();
    }
  }

  @Test
  void probesNamePortsOfTheirContainer() {
    for (Workload each : Workload.of(KubeFiles.base())) {
      probes(each).forEach(probe -> assertThat(ports(each)).contains(probe.httpGet().port()));
    }
  }

  @Test
  void everyWorkloadReachesNamesAndTheDatabaseAndJobsNoMore() {
    List<NetworkPolicy> policies = KubeFiles.of(NetworkPolicy.class, KubeFiles.base());
    for (Workload each : Workload.of(KubeFiles.base())) {
      List<String> ports =
          policies.stream()
              .filter(policy -> policy.spec().podSelector().selects(each.labels()))
              .flatMap(policy ->
                  Objects.requireNonNullElse(policy.spec().egress(), List.<KubeObject.Outbound>of())
                      .stream())
              .flatMap(rule -> rule.ports().stream())
              .map(port -> port.protocol() + port.port())
              .toList();
      assertThat(ports).as("%s", each).contains("UDP53", "TCP53", "TCP5432");
      // Servers ask identity providers, and notify applications of ended sessions.
      assertThat(ports.contains("TCP443")).as("%s", each).isEqualTo(each.serves());
    }
  }

  @Test
  void thePanelReachesNothingAndIsWhatItsServiceAndPolicySelect() {
    List<KubeObject> panel = KubeFiles.objects(KubeFiles.ROOT.resolve("components/panel"));
    Workload pods = Workload.of(panel).getFirst();
    Service service = KubeFiles.of(Service.class, panel).getFirst();

    assertThat(pods.labels()).containsAllEntriesOf(service.spec().selector());
    assertThat(ports(pods)).contains(service.spec().ports().getFirst().targetPort());
    probes(pods).forEach(probe -> assertThat(ports(pods)).contains(probe.httpGet().port()));

    assertThat(KubeFiles.of(NetworkPolicy.class, panel))
        .singleElement()
        .satisfies(policy -> {
          assertThat(policy.spec().policyTypes()).contains("Egress");
          assertThat(policy.spec().egress()).isNull();
          assertThat(policy.spec().podSelector().selects(pods.labels())).isTrue();
        });
  }

  @Test
  void jobsRunOnceAndKeepTheirHistory() {
    assertThat(KubeFiles.of(CronJob.class, KubeFiles.base()))
        .hasSizeGreaterThan(2)
        .allSatisfy(job -> {
          assertThat(job.spec().concurrencyPolicy()).isEqualTo("Forbid");
          assertThat(job.spec().timeZone()).isEqualTo("Etc/UTC");
          assertThat(job.spec().schedule().split(" ")).hasSize(5);
          assertThat(job.spec().failedJobsHistoryLimit()).isPositive();
          assertThat(job.spec().successfulJobsHistoryLimit()).isPositive();
          assertThat(job.spec().startingDeadlineSeconds()).isPositive();
        });
    assertThat(Workload.of(KubeFiles.base()))
        .filteredOn(each -> !each.serves())
        .allSatisfy(each -> {
          Pods.JobSpec job = Objects.requireNonNull(each.job());
          assertThat(job.backoffLimit()).as("%s", each).isZero();
          assertThat(job.activeDeadlineSeconds()).isPositive();
          assertThat(each.pod().restartPolicy()).isEqualTo("Never");
        });
  }

  @Test
  void onlyTheCheckpointWritesToTheAnchorAndVerificationReadsIt() {
    List<String> claims =
        KubeFiles.of(VolumeClaim.class, KubeFiles.base()).stream()
            .map(claim -> Objects.requireNonNull(claim.metadata().name()))
            .toList();
    Map<String, Boolean> readOnly = new TreeMap<>();
    for (Workload each : Workload.of(KubeFiles.base())) {
      for (Pods.Volume volume : each.pod().volumes()) {
        Pods.Claim claim = volume.persistentVolumeClaim();
        if (claim != null) {
          assertThat(claims).contains(claim.claimName());
          Pods.Mount mount = mount(each, volume.name());
          readOnly.put(each.name(), Boolean.TRUE.equals(mount.readOnly()));
          assertThat(each.container().env())
              .contains(new Pods.Env("IAM_AUDIT_ANCHOR", mount.mountPath(), null));
        }
      }
    }
    assertThat(readOnly)
        .containsOnly(
            Map.entry("iam-audit-checkpoint", false),
            Map.entry("iam-audit-verify", true),
            Map.entry("iam-audit-verify-full", true));
  }

  private static Pods.Mount mount(Workload each, String volume) {
    return each.container().volumeMounts().stream()
        .filter(mount -> mount.name().equals(volume))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void onlyTheMigrationHasTheOwnerOfTheTables() {
    assertThat(Workload.of(KubeFiles.base()))
        .filteredOn(each -> each.toString().equals("iam-migrate") || hasOwner(each))
        .extracting(Workload::name)
        .containsExactly("iam-migrate");
  }

  @Test
  void productionScalesWithinItsBudget() {
    List<KubeObject> own = KubeFiles.objects(KubeFiles.ROOT.resolve("overlays/production"));

    assertThat(KubeFiles.of(Autoscaler.class, own))
        .singleElement()
        .satisfies(scaler -> {
          assertThat(scaler.spec().scaleTargetRef().name()).isEqualTo(SERVER);
          assertThat(scaler.spec().minReplicas()).isEqualTo(3);
        });
    for (DisruptionBudget budget : KubeFiles.of(DisruptionBudget.class, own)) {
      Deployment covered = deployment(Objects.requireNonNull(budget.metadata().name()));
      assertThat(
              budget
                  .spec()
                  .selector()
                  .selects(Objects.requireNonNull(covered.spec().template().metadata().labels())))
          .isTrue();
      assertThat(budget.spec().maxUnavailable())
          .isLessThan(Objects.requireNonNull(covered.spec().replicas()));
    }
  }

  private static boolean hasOwner(Workload each) {
    return each.container().env().stream()
        .map(Pods.Env::valueFrom)
        .filter(Objects::nonNull)
        .anyMatch(from -> from.secretKeyRef().name().equals("iam-database-owner"));
  }

  static Stream<Probe> probes(Workload each) {
    return Stream.of(
            each.container().startupProbe(),
            each.container().livenessProbe(),
            each.container().readinessProbe())
        .filter(Objects::nonNull);
  }

  private static List<String> ports(Workload each) {
    return Objects.requireNonNullElse(each.container().ports(), List.<Pods.Port>of()).stream()
        .map(Pods.Port::name)
        .toList();
  }

  private static Deployment deployment(String name) {
    return KubeFiles.of(Deployment.class, KubeFiles.base()).stream()
        .filter(each -> name.equals(each.metadata().name()))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(JsonNode... lists) {
    List<String> texts = new ArrayList<>();
    for (JsonNode list : lists) {
      list.forEach(each -> texts.add(each.asText()));
    }
    return texts;
  }
}
