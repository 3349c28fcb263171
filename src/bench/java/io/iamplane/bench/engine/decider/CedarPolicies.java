package io.iamplane.bench.engine.decider;

import com.cedarpolicy.model.policy.Policy;
import io.iamplane.bench.engine.workload.FiveConjuncts;
import io.iamplane.bench.engine.workload.Rule;
import io.iamplane.bench.engine.workload.Workload;
import io.iamplane.shared.SubjectRef;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules in Cedar's words. Each policy contains the permissions of its role, so no request need
 * carry them.
 */
final class CedarPolicies {

  private CedarPolicies() {}

  static Set<Policy> of(Workload workload) {
    Set<Policy> policies = new LinkedHashSet<>();
    for (Rule rule : workload.rules()) {
      policies.add(new Policy(text(rule, workload), "policy" + policies.size()));
    }
    return policies;
  }

  private static String text(Rule rule, Workload workload) {
    String condition = workload.conditional() ? " when { " + FiveConjuncts.CEDAR + " }" : "";
    return "%s(principal %s %s, action %s, resource%s)%s;"
        .formatted(
            rule.deny() ? "forbid" : "permit",
            rule.subject().type().equals(SubjectRef.GROUP) ? "in" : "==",
            uid(rule.subject()),
            rule.role() == null
                ? "== " + action(Workload.READ)
                : actions(workload.roles().getOrDefault(rule.role(), Set.of())),
            resource(rule),
            condition);
  }

  private static String actions(Set<String> permissions) {
    List<String> sorted = permissions.stream().sorted().map(CedarPolicies::action).toList();
    return sorted.stream().collect(Collectors.joining(", ", "in [", "]"));
  }

  private static String resource(Rule rule) {
    SubjectRef resource = rule.resource();
    if (resource == null) {
      return "";
    }
    return (rule.role() == null ? " in " : " == ") + uid(resource);
  }

  private static String action(String permission) {
    return "Action::\"" + permission + "\"";
  }

  private static String uid(SubjectRef ref) {
    return type(ref) + "::\"" + ref.id() + "\"";
  }

  /** Cedar's types begin with a capital. */
  static String type(SubjectRef ref) {
    return Character.toUpperCase(ref.type().charAt(0)) + ref.type().substring(1);
  }
}
