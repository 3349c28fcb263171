package io.iamplane.bench.engine.decider;

import io.iamplane.bench.engine.workload.Ask;
import io.iamplane.bench.engine.workload.Edge;
import io.iamplane.bench.engine.workload.FiveConjuncts;
import io.iamplane.bench.engine.workload.Rule;
import io.iamplane.bench.engine.workload.Workload;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.casbin.jcasbin.main.Enforcer;
import org.casbin.jcasbin.model.Model;

/**
 * jCasbin's {@code Enforcer} with a model of role-based access: {@code g} takes users to groups,
 * {@code g2} permissions to roles or documents to folders. The cheapest test of a rule stands first
 * in the matcher.
 */
final class CasbinDecider implements Decider {

  private static final String ANY = "*";

  private final Enforcer enforcer;
  private final Object[][] requests;

  CasbinDecider(Workload workload) {
    enforcer = new Enforcer(workload.isSharing() ? sharing() : granting(workload), null, false);
    load("p", workload.rules().stream().map(CasbinDecider::line).toList());
    load("g", lines(workload.groups()));
    load("g2", workload.isSharing() ? lines(workload.parents()) : permissions(workload));
    enforcer.buildRoleLinks();
    requests =
        workload.asks().stream().map(ask -> request(ask, workload)).toArray(Object[][]::new);
  }

  @Override
  public boolean allows(int ask) {
    return enforcer.enforce(requests[ask]);
  }

  private static Model granting(Workload workload) {
    String matcher = "(p.obj == \"*\" || r.obj == p.obj) && g2(r.act, p.act) && g(r.sub, p.sub)";
    return workload.conditional()
        ? model("sub, obj, act, who, what, ctx", matcher + " && " + FiveConjuncts.CASBIN)
        : model("sub, obj, act", matcher);
  }

  private static Model sharing() {
    return model("sub, obj, act", "r.act == p.act && g2(r.obj, p.obj) && g(r.sub, p.sub)");
  }

  private static Model model(String request, String matcher) {
    Model model = new Model();
    model.addDef("r", "r", request);
    model.addDef("p", "p", "sub, obj, act, eft");
    model.addDef("g", "g", "_, _");
    model.addDef("g", "g2", "_, _");
    model.addDef("e", "e", "some(where (p.eft == allow)) && !some(where (p.eft == deny))");
    model.addDef("m", "m", matcher);
    return model;
  }

  private void load(String kind, List<List<String>> lines) {
    boolean added =
        lines.isEmpty()
            || (kind.equals("p")
                ? enforcer.addNamedPolicies(kind, lines)
                : enforcer.addNamedGroupingPolicies(kind, lines));
    if (!added) {
      throw new IllegalStateException("not all lines of " + kind + " were taken");
    }
  }

  private static List<String> line(Rule rule) {
    SubjectRef resource = rule.resource();
    return List.of(
        rule.subject().toString(),
        resource == null ? ANY : resource.toString(),
        rule.role() == null ? Workload.READ : rule.role(),
        rule.deny() ? "deny" : "allow");
  }

  private static List<List<String>> lines(Collection<Edge> edges) {
    return edges.stream()
        .map(edge -> List.of(edge.below().toString(), edge.above().toString()))
        .toList();
  }

  private static List<List<String>> permissions(Workload workload) {
    List<List<String>> lines = new ArrayList<>();
    workload
        .roles()
        .forEach((role, of) -> of.forEach(permission -> lines.add(List.of(permission, role))));
    return lines;
  }

  private static Object[] request(Ask ask, Workload workload) {
    String subject = ask.subject().toString();
    String resource = ask.resource().toString();
    return workload.conditional()
        ? new Object[] {
          subject,
          resource,
          ask.permission(),
          workload.subjects().get(ask.subject()),
          ask.about(),
          ask.context()
        }
        : new Object[] {subject, resource, ask.permission()};
  }
}
