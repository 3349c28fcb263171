package io.iamplane.kubernetes;

import io.iamplane.kubernetes.KubeObject.Meta;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parts of the pods of workloads. */
final class Pods {

  private Pods() {}

  /** Without a limit the cluster tries six times. */
  record JobSpec(
      @Nullable Integer backoffLimit,
      int activeDeadlineSeconds,
      @Nullable Integer ttlSecondsAfterFinished,
      PodTemplate template) {}

  record PodTemplate(Meta metadata, PodSpec spec) {}

  record Selector(
      @Nullable Map<String, String> matchLabels, @Nullable List<Expression> matchExpressions) {

    /** Returns true if an object with these labels is selected. */
    boolean selects(Map<String, String> labels) {
      return (matchLabels == null || labels.entrySet().containsAll(matchLabels.entrySet()))
          && (matchExpressions == null
              || matchExpressions.stream()
                  .allMatch(each -> each.values().contains(labels.getOrDefault(each.key(), ""))));
    }
  }

  /** Always {@code In}. */
  record Expression(String key, String operator, List<String> values) {}

  record PodSpec(
      String serviceAccountName,
      Boolean automountServiceAccountToken,
      Boolean enableServiceLinks,
      @Nullable String restartPolicy,
      @Nullable Integer terminationGracePeriodSeconds,
      PodSecurity securityContext,
      @Nullable List<Spread> topologySpreadConstraints,
      List<Container> containers,
      List<Volume> volumes) {}

  record PodSecurity(
      Boolean runAsNonRoot, int runAsUser, int runAsGroup, int fsGroup, Seccomp seccompProfile) {}

  record Seccomp(String type) {}

  record Spread(
      int maxSkew, String topologyKey, String whenUnsatisfiable, Selector labelSelector) {}

  record Container(
      String name,
      String image,
      List<String> args,
      @Nullable List<Port> ports,
      List<EnvFrom> envFrom,
      List<Env> env,
      @Nullable Probe startupProbe,
      @Nullable Probe livenessProbe,
      @Nullable Probe readinessProbe,
      @Nullable Lifecycle lifecycle,
      Resources resources,
      Security securityContext,
      List<Mount> volumeMounts) {}

  record Port(String name, int containerPort) {}

  record EnvFrom(Reference configMapRef) {}

  record Env(String name, @Nullable String value, @Nullable ValueFrom valueFrom) {}

  record ValueFrom(SecretKey secretKeyRef) {}

  record SecretKey(String name, String key) {}

  record Reference(String name) {}

  record Probe(HttpGet httpGet, int periodSeconds, int timeoutSeconds, int failureThreshold) {}

  record HttpGet(String path, String port) {}

  record Lifecycle(PreStop preStop) {}

  record PreStop(Pause sleep) {}

  record Pause(int seconds) {}

  record Resources(Map<String, String> requests, Map<String, String> limits) {}

  record Security(
      Boolean allowPrivilegeEscalation,
      Boolean readOnlyRootFilesystem,
      Map<String, List<String>> capabilities) {}

  record Volume(
      String name,
      @Nullable EmptyDir emptyDir,
      @Nullable Reference configMap,
      @Nullable Claim persistentVolumeClaim) {}

  record Claim(String claimName) {}

  record EmptyDir(String sizeLimit) {}

  record Mount(String name, String mountPath, @Nullable Boolean readOnly) {}
}
