package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.iamplane.kubernetes.KubeObject.ConfigMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in the guide and the runbooks match the manifests. */
class KubernetesPagesTest {

  private static final Path GUIDE = Path.of("docs/kubernetes.md");
  private static final Path PRODUCTION = KubeFiles.ROOT.resolve("overlays/production");

  /** Objects that a reader creates by a command of the page. */
  private static final Set<String> BY_HAND =
      Set.of(
          "job/verify-before",
          "job/verify-after",
          "job/now",
          "job/verify-now",
          "job/by-hand",
          "job/sign-now");

  @Test
  void theGuideMakesEverySecretWithItsKeys() {
    String guide = KubeFiles.read(GUIDE);
    Map<String, Set<String>> asked = new TreeMap<>();
    for (Workload each : Workload.of(KubeFiles.base())) {
      each.container().env().stream()
          .map(Pods.Env::valueFrom)
          .filter(Objects::nonNull)
          .map(Pods.ValueFrom::secretKeyRef)
          .forEach(
              key -> asked.computeIfAbsent(key.name(), name -> new TreeSet<>()).add(key.key()));
    }
    assertThat(asked).hasSize(3);
    asked.forEach((name, keys) -> {
      String line = line(guide, "create secret generic " + name + " ");
      assertThat(keys).allSatisfy(key -> assertThat(line).containsPattern("[ =]" + key + "\\b"));
    });
    assertThat(guide).contains("create secret tls iam-tls", "create configmap iam-database-ca");
  }

  @Test
  void objectsThatPagesNameExist() {
    Set<String> known =
        KubeFiles.base().stream()
            .map(object ->
                kind(object) + "/" + Objects.requireNonNullElse(object.metadata().name(), ""))
            .collect(Collectors.toCollection(TreeSet::new));
    known.addAll(BY_HAND);
    requireNamed(Pattern.compile("\\b(?:deploy|job|cronjob)/[a-z][a-z-]+"), known);
  }

  @Test
  void settingsThatPagesNameExist() {
    Set<String> known = ApplicationSettings.variables();
    requireNamed(Pattern.compile("\\bIAM_[A-Z_]+\\b"), known);
  }

  /** Requires every text of this form on a page to be a known name. */
  private static void requireNamed(Pattern form, Set<String> known) {
    for (Path page : pages()) {
      assertThat(form.matcher(KubeFiles.read(page)).results().map(MatchResult::group))
          .as("%s", page)
          .isSubsetOf(known);
    }
  }

  @Test
  void pathsOfTheApiThatRunbooksAskExist() {
    String document = KubeFiles.read(Path.of("src/main/resources/META-INF/iam/openapi.json"));
    for (Path page : pages()) {
      Pattern.compile("\\$IAM(/[a-z0-9./_-]+)")
          .matcher(KubeFiles.read(page))
          .results()
          .forEach(path -> assertThat(document).contains("\"" + path.group(1) + "\""));
    }
  }

  @Test
  void theOverlayOfTheGuideBuilds(@TempDir Path folder) throws IOException {
    assumeTrue(Tools.isInstalled("kubectl"), "kubectl is not installed: the overlay is not built");
    String overlay = KubeFiles.read(GUIDE).replaceFirst("(?s).*?```yaml\n(.*?)```.*", "$1");
    Path production = folder.toRealPath().relativize(PRODUCTION.toRealPath());
    Files.writeString(
        folder.resolve("kustomization.yaml"), overlay.replace("../production", "" + production));

    List<KubeObject> built =
        KubeFiles.objects(Tools.run("kubectl", "kustomize", folder.toRealPath().toString()));

    assertThat(Workload.of(built))
        .allMatch(each ->
            each.container()
                .image()
                .equals(
                    each.name().equals("iam-panel")
                        ? "registry.example.com/iam-panel:0.1.0"
                        : "registry.example.com/iam-control-plane:0.1.0"));
    assertThat(KubeFiles.of(ConfigMap.class, built))
        .anySatisfy(settings ->
            assertThat(settings.data())
                .containsEntry("IAM_ISSUER", "https://iam.your-company.com")
                .containsEntry("IAM_QUEUE_WORKER_ENABLED", "false"));
  }

  private static String kind(KubeObject object) {
    return switch (object) {
      case KubeObject.Deployment _ -> "deploy";
      case KubeObject.Job _ -> "job";
      case KubeObject.CronJob _ -> "cronjob";
      default -> "";
    };
  }

  private static String line(String page, String part) {
    return page.lines().filter(line -> line.contains(part)).findFirst().orElse("no " + part);
  }

  private static List<Path> pages() {
    try (Stream<Path> runbooks = Files.list(Path.of("docs/runbooks"))) {
      return Stream.concat(Stream.of(GUIDE), runbooks.sorted()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
