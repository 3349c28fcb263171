package io.iamplane.kubernetes;

import java.util.List;

/**
 * A probe of a kubelet.
 *
 * @param management true for the port for operators, false for that of the API
 */
public record ManifestProbe(List<String> arguments, String path, boolean management) {

  /** The probes of every workload. */
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
