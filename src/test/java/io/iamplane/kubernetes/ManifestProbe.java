package io.iamplane.kubernetes;

import java.util.List;

/**
 * What a kubelet asks.
 *
 * @param management whether on the port for operators, else on that of the API
 */
public record ManifestProbe(List<String> arguments, String path, boolean management) {

  /** Those of every workload. */
  public static List<ManifestProbe> all() {
    return Workload.of(KubeFiles.base()).stream()
        .flatMap(each ->
            ManifestsTest.probes(each)
                .map(probe ->
                    new ManifestProbe(
                        each.container().args(),
                        probe.httpGet().path(),
                        probe.httpGet().port().equals("management"))))
        .distinct()
        .toList();
  }
}
