package io.iamplane.kubernetes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** Reads manifests into typed objects. */
final class KubeFiles {

  static final Path ROOT = Path.of("deploy/k8s");
  static final List<String> OVERLAYS = List.of("dev", "production");

  private static final Map<String, Class<? extends KubeObject>> KINDS =
      Map.ofEntries(
          Map.entry("v1/Namespace", KubeObject.Namespace.class),
          Map.entry("v1/ServiceAccount", KubeObject.ServiceAccount.class),
          Map.entry("v1/ConfigMap", KubeObject.ConfigMap.class),
          Map.entry("v1/PersistentVolumeClaim", KubeObject.VolumeClaim.class),
          Map.entry("v1/Service", KubeObject.Service.class),
          Map.entry("apps/v1/Deployment", KubeObject.Deployment.class),
          Map.entry("batch/v1/Job", KubeObject.Job.class),
          Map.entry("batch/v1/CronJob", KubeObject.CronJob.class),
          Map.entry("networking.k8s.io/v1/Ingress", KubeObject.Ingress.class),
          Map.entry("networking.k8s.io/v1/NetworkPolicy", KubeObject.NetworkPolicy.class),
          Map.entry("policy/v1/PodDisruptionBudget", KubeObject.DisruptionBudget.class),
          Map.entry("autoscaling/v2/HorizontalPodAutoscaler", KubeObject.Autoscaler.class),
          Map.entry("monitoring.coreos.com/v1/ServiceMonitor", KubeObject.ServiceMonitor.class),
          Map.entry("monitoring.coreos.com/v1/PrometheusRule", KubeObject.PrometheusRule.class));

  /** A strict mapper: an unknown or missing member is an error. */
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final JsonMapper TREES = new JsonMapper();

  private static final String KUBECTL = "kubectl";

  private KubeFiles() {}

  /** The objects of the base. */
  static List<KubeObject> base() {
    return objects(ROOT.resolve("base"));
  }

  /** The objects of the files of a folder, as they are written; without tests of rules. */
  static List<KubeObject> objects(Path folder) {
    List<KubeObject> all = new ArrayList<>();
    for (Path file : yaml(folder)) {
      if (!file.endsWith("kustomization.yaml") && !file.toString().contains("/tests/")) {
        all.addAll(objects(read(file)));
      }
    }
    return all;
  }

  /** The objects of a text. */
  static List<KubeObject> objects(String text) {
    return trees(text).stream().map(KubeFiles::object).toList();
  }

  static KubeObject object(JsonNode tree) {
    String kind = tree.path("apiVersion").asText() + "/" + tree.path("kind").asText();
    Class<? extends KubeObject> type = KINDS.get(kind);
    if (type == null) {
      throw new IllegalArgumentException("unknown kind " + kind);
    }
    try {
      return STRICT.treeToValue(tree, type);
    } catch (IOException e) {
      throw new UncheckedIOException(kind + " " + tree.path("metadata").path("name"), e);
    }
  }

  /** The documents of a text, anchors resolved and duplicate keys refused. */
  static List<JsonNode> trees(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonNode> trees = new ArrayList<>();
    for (Object document : new Yaml(options).loadAll(text)) {
      if (document != null) {
        trees.add(TREES.valueToTree(document));
      }
    }
    return trees;
  }

  /** An overlay as {@code kubectl} builds it; skips the test where it is not installed. */
  static List<KubeObject> built(String overlay) {
    assumeTrue(Tools.isInstalled(KUBECTL), "kubectl is not installed: " + overlay + " not built");
    Path folder = ROOT.resolve("overlays").resolve(overlay);
    return objects(Tools.run(KUBECTL, "kustomize", folder.toString()));
  }

  /** Objects of a kind. */
  static <T extends KubeObject> List<T> of(Class<T> kind, List<KubeObject> objects) {
    return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  static List<Path> yaml(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
