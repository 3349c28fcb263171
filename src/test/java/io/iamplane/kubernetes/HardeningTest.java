package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.iamplane.kubernetes.KubeObject.Namespace;
import io.iamplane.kubernetes.KubeObject.NetworkPolicy;
import io.iamplane.kubernetes.KubeObject.ServiceAccount;
import io.iamplane.kubernetes.Pods.Container;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for every pod, in the base and in the overlays. */
class HardeningTest {

  /**
   * A rule of the table.
   *
   * @param holds returns true if a workload keeps it
   * @param right a part of the server's manifest that keeps it
   * @param wrong the same part in a form that breaks it
   */
  private record Rule(String name, Predicate<Workload> holds, String right, String wrong) {}

  private static final String SECOND =
      """
              - name: second
                image: other:1
                args: []
                envFrom: []
                env: []
                resources: {requests: {}, limits: {}}
                securityContext: {allowPrivilegeEscalation: true}
                volumeMounts: []
      """;

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "runs as a user of its own that is not root",
              each -> {
                Pods.PodSecurity as = each.pod().securityContext();
                return as.runAsNonRoot() && as.runAsUser() >= 10_000 && as.runAsGroup() >= 10_000;
              },
              "runAsUser: 10001",
              "runAsUser: 0"),
          new Rule(
              "has a read-only root file system",
              each -> each.container().securityContext().readOnlyRootFilesystem(),
              "readOnlyRootFilesystem: true",
              "readOnlyRootFilesystem: false"),
          new Rule(
              "cannot gain privileges",
              each -> !each.container().securityContext().allowPrivilegeEscalation(),
              "allowPrivilegeEscalation: false",
              "allowPrivilegeEscalation: true"),
          new Rule(
              "has no capabilities",
              each ->
                  each.container()
                      .securityContext()
                      .capabilities()
                      .equals(Map.of("drop", List.of("ALL"))),
              "drop: [\"ALL\"]",
              "add: [\"NET_RAW\"]"),
          new Rule(
              "has the runtime's system calls only",
              each -> each.pod().securityContext().seccompProfile().type().equals("RuntimeDefault"),
              "type: RuntimeDefault",
              "type: Unconfined"),
          new Rule(
              "asks for processor and memory, and has limits of both",
              each -> isSized(each.container()),
              "limits:\n              cpu: \"2\"\n",
              "limits:\n"),
          new Rule(
              "is given the memory that it may use",
              each ->
                  Objects.equals(
                      each.container().resources().requests().get("memory"),
                      each.container().resources().limits().get("memory")),
              "cpu: 500m\n              memory: 1Gi",
              "cpu: 500m\n              memory: 64Mi"),
          new Rule(
              "is probed if it serves",
              each -> !each.serves() || isProbed(each.container()),
              "          startupProbe:\n"
                  + "            httpGet:\n"
                  + "              path: /api/iam/v1/health\n"
                  + "              port: http\n"
                  + "            periodSeconds: 1\n"
                  + "            timeoutSeconds: 1\n"
                  + "            failureThreshold: 10\n",
              ""),
          new Rule(
              "names a version of its image",
              each -> each.container().image().matches(".+:(?!latest)[^:/]+"),
              "image: iam-control-plane:0.1.0",
              "image: iam-control-plane:latest"),
          new Rule(
              "has no token of the cluster",
              each ->
                  !each.pod().automountServiceAccountToken()
                      && each.pod().serviceAccountName().equals("iam"),
              "automountServiceAccountToken: false",
              "automountServiceAccountToken: true"),
          new Rule(
              "does not have other services in its environment",
              each -> !each.pod().enableServiceLinks(),
              "enableServiceLinks: false",
              "enableServiceLinks: true"),
          new Rule(
              "has secrets by reference only",
              HardeningTest::hasNoSecretValue,
              "name: IAM_KEK\n              valueFrom:\n                secretKeyRef:\n"
                  + "                  name: iam-keys\n                  key: kek",
              "name: IAM_KEK\n              value: AAAA"),
          new Rule(
              "writes into bounded memory at /tmp alone, but for checkpoints",
              each ->
                  each.container().volumeMounts().stream()
                      .allMatch(mount ->
                          mount.mountPath().equals("/tmp")
                              || Boolean.TRUE.equals(mount.readOnly())
                              || writesCheckpoints(each, mount)),
              "mountPath: /etc/iam/database-ca\n              readOnly: true",
              "mountPath: /etc/iam/database-ca"),
          new Rule(
              "is one container",
              each -> each.pod().containers().size() == 1,
              "      containers:\n",
              "      containers:\n" + SECOND));

  private static boolean writesCheckpoints(Workload each, Pods.Mount mount) {
    return each.name().equals("iam-audit-checkpoint") && mount.name().equals("anchor");
  }

  private static boolean isSized(Container container) {
    return Stream.of(container.resources().requests(), container.resources().limits())
        .allMatch(sizes -> sizes.keySet().containsAll(List.of("cpu", "memory")));
  }

  private static boolean isProbed(Container container) {
    return container.startupProbe() != null
        && container.livenessProbe() != null
        && container.readinessProbe() != null;
  }

  private static boolean hasNoSecretValue(Workload each) {
    return each.container().env().stream()
        .allMatch(env ->
            env.value() == null
                || !env.name().matches(".*(PASSWORD|KEK|KEY|SECRET|TOKEN|PEPPER).*"));
  }

  @TestFactory
  Stream<DynamicTest> theBaseKeepsEveryRule() {
    return table(KubeFiles.base());
  }

  @TestFactory
  Stream<DynamicTest> theOverlaysKeepEveryRule() {
    return KubeFiles.OVERLAYS.stream().flatMap(overlay -> table(KubeFiles.built(overlay)));
  }

  @TestFactory
  Stream<DynamicTest> thePanelKeepsEveryRule() {
    List<Workload> panel =
        Workload.of(KubeFiles.objects(KubeFiles.ROOT.resolve("components/panel")));
    assertThat(panel).hasSize(1);
    return rules(panel);
  }

  private static Stream<DynamicTest> table(List<KubeObject> objects) {
    List<Workload> workloads = Workload.of(objects);
    assertThat(workloads).hasSizeGreaterThan(4);
    return rules(workloads);
  }

  private static Stream<DynamicTest> rules(List<Workload> workloads) {
    return workloads.stream()
        .flatMap(workload ->
            RULES.stream()
                .map(rule ->
                    dynamicTest(
                        workload + " " + rule.name(),
                        () -> assertThat(rule.holds().test(workload)).isTrue())));
  }

  @TestFactory
  Stream<DynamicTest> everyRuleFindsItsDefect() {
    String server = KubeFiles.read(KubeFiles.ROOT.resolve("base/server.yaml"));
    return RULES.stream()
        .map(rule -> dynamicTest(rule.name(), () -> assertThat(catches(rule, server)).isTrue()));
  }

  private static boolean catches(Rule rule, String server) {
    assertThat(server).contains(rule.right());
    String wrong = server.replace(rule.right(), rule.wrong());
    return !rule.holds().test(Workload.of(KubeFiles.objects(wrong)).getFirst());
  }

  @Test
  void theDefaultIsThatNothingIsReachedAndNothingReaches() {
    assertThat(KubeFiles.of(NetworkPolicy.class, KubeFiles.base()))
        .anySatisfy(policy -> {
          assertThat(policy.spec().podSelector().selects(Map.of("any", "pod"))).isTrue();
          assertThat(policy.spec().policyTypes()).containsExactly("Ingress", "Egress");
          assertThat(policy.spec().ingress()).isNull();
          assertThat(policy.spec().egress()).isNull();
        });
  }

  @Test
  void theAccountHasNoToken() {
    assertThat(KubeFiles.of(ServiceAccount.class, KubeFiles.base()))
        .singleElement()
        .matches(account -> !account.automountServiceAccountToken());
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev", "production"})
  void theNamespaceRefusesPodsThatBreakTheRestrictedStandard(String overlay) {
    List<KubeObject> own = KubeFiles.objects(KubeFiles.ROOT.resolve("overlays").resolve(overlay));
    assertThat(KubeFiles.of(Namespace.class, own))
        .singleElement()
        .satisfies(namespace ->
            assertThat(namespace.metadata().labels())
                .containsEntry("pod-security.kubernetes.io/enforce", "restricted"));
  }
}
