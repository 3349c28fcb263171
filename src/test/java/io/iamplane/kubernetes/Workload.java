package io.iamplane.kubernetes;

import io.iamplane.kubernetes.KubeObject.CronJob;
import io.iamplane.kubernetes.KubeObject.Deployment;
import io.iamplane.kubernetes.KubeObject.Job;
import io.iamplane.kubernetes.Pods.Container;
import io.iamplane.kubernetes.Pods.JobSpec;
import io.iamplane.kubernetes.Pods.PodSpec;
import io.iamplane.kubernetes.Pods.PodTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A controller of pods.
 *
 * @param serves true if it runs continuously, and is probed
 * @param job the end of its jobs; null if it has none
 */
record Workload(String name, boolean serves, @Nullable JobSpec job, PodTemplate template) {

  static List<Workload> of(List<KubeObject> objects) {
    return objects.stream().flatMap(Workload::of).toList();
  }

  /** The one that serves the API. */
  static Workload server() {
    return of(KubeFiles.base()).stream()
        .filter(each -> each.name().equals("iam-server"))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<Workload> of(KubeObject object) {
    String name = Objects.requireNonNullElse(object.metadata().name(), "");
    return switch (object) {
      case Deployment each -> Stream.of(new Workload(name, true, null, each.spec().template()));
      case Job each -> Stream.of(new Workload(name, false, each.spec(), each.spec().template()));
      case CronJob each -> {
        JobSpec spec = each.spec().jobTemplate().spec();
        yield Stream.of(new Workload(name, false, spec, spec.template()));
      }
      default -> Stream.empty();
    };
  }

  PodSpec pod() {
    return template.spec();
  }

  Map<String, String> labels() {
    return Objects.requireNonNullElse(template.metadata().labels(), Map.of());
  }

  /** Every pod has one. */
  Container container() {
    return pod().containers().getFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
