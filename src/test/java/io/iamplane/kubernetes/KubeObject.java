package io.iamplane.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.kubernetes.Pods.JobSpec;
import io.iamplane.kubernetes.Pods.PodTemplate;
import io.iamplane.kubernetes.Pods.Selector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of objects that the manifests have, with the members that they use: a member that is
 * not here, such as a misspelt one, cannot be read.
 */
sealed interface KubeObject {

  Meta metadata();

  /** The members of every object. */
  record Meta(
      @Nullable String name,
      @Nullable String namespace,
      @Nullable Map<String, String> labels,
      @Nullable Map<String, String> annotations) {}

  record Namespace(String apiVersion, String kind, Meta metadata) implements KubeObject {}

  record ServiceAccount(
      String apiVersion, String kind, Meta metadata, Boolean automountServiceAccountToken)
      implements KubeObject {}

  record ConfigMap(String apiVersion, String kind, Meta metadata, Map<String, String> data)
      implements KubeObject {}

  record Deployment(String apiVersion, String kind, Meta metadata, DeploymentSpec spec)
      implements KubeObject {}

  record DeploymentSpec(
      @Nullable Integer replicas,
      Selector selector,
      @Nullable Strategy strategy,
      PodTemplate template) {}

  record Strategy(String type, Map<String, Integer> rollingUpdate) {}

  record Job(String apiVersion, String kind, Meta metadata, JobSpec spec) implements KubeObject {}

  record CronJob(String apiVersion, String kind, Meta metadata, CronJobSpec spec)
      implements KubeObject {}

  record CronJobSpec(
      String schedule,
      String timeZone,
      String concurrencyPolicy,
      int startingDeadlineSeconds,
      int successfulJobsHistoryLimit,
      int failedJobsHistoryLimit,
      JobTemplate jobTemplate) {}

  record JobTemplate(JobSpec spec) {}

  record VolumeClaim(String apiVersion, String kind, Meta metadata, ClaimSpec spec)
      implements KubeObject {}

  record ClaimSpec(List<String> accessModes, ClaimResources resources) {}

  record ClaimResources(Map<String, String> requests) {}

  record Service(String apiVersion, String kind, Meta metadata, ServiceSpec spec)
      implements KubeObject {}

  record ServiceSpec(
      @Nullable String clusterIP,
      @Nullable Boolean publishNotReadyAddresses,
      Map<String, String> selector,
      List<ServicePort> ports) {}

  record ServicePort(String name, int port, String targetPort) {}

  record Ingress(String apiVersion, String kind, Meta metadata, IngressSpec spec)
      implements KubeObject {}

  record IngressSpec(String ingressClassName, List<Tls> tls, List<Rule> rules) {}

  record Tls(List<String> hosts, String secretName) {}

  record Rule(String host, Http http) {}

  record Http(List<Route> paths) {}

  record Route(String path, String pathType, Backend backend) {}

  record Backend(BackendService service) {}

  record BackendService(String name, NamedPort port) {}

  record NamedPort(String name) {}

  record NetworkPolicy(String apiVersion, String kind, Meta metadata, NetworkPolicySpec spec)
      implements KubeObject {}

  record NetworkPolicySpec(
      Selector podSelector,
      List<String> policyTypes,
      @Nullable List<Inbound> ingress,
      @Nullable List<Outbound> egress) {}

  record Inbound(List<Peer> from, List<PolicyPort> ports) {}

  record Outbound(List<Peer> to, List<PolicyPort> ports) {}

  record Peer(
      @Nullable Selector namespaceSelector,
      @Nullable Selector podSelector,
      @Nullable Block ipBlock) {}

  record Block(String cidr, @Nullable List<String> except) {}

  record PolicyPort(String port, String protocol) {}

  record DisruptionBudget(String apiVersion, String kind, Meta metadata, BudgetSpec spec)
      implements KubeObject {}

  record BudgetSpec(int maxUnavailable, Selector selector) {}

  record Autoscaler(String apiVersion, String kind, Meta metadata, AutoscalerSpec spec)
      implements KubeObject {}

  record AutoscalerSpec(
      Target scaleTargetRef,
      int minReplicas,
      int maxReplicas,
      List<Metric> metrics,
      Map<String, Map<String, Integer>> behavior) {}

  record Target(String apiVersion, String kind, String name) {}

  record Metric(String type, ResourceMetric resource) {}

  record ResourceMetric(String name, MetricTarget target) {}

  record MetricTarget(String type, int averageUtilization) {}

  record ServiceMonitor(String apiVersion, String kind, Meta metadata, MonitorSpec spec)
      implements KubeObject {}

  record MonitorSpec(
      @Nullable List<String> podTargetLabels, Selector selector, List<Endpoint> endpoints) {}

  record Endpoint(
      String port, String path, String interval, String scrapeTimeout, Boolean honorLabels) {}

  /** Its rules are read by the tests of alerts. */
  record PrometheusRule(String apiVersion, String kind, Meta metadata, JsonNode spec)
      implements KubeObject {}
}
