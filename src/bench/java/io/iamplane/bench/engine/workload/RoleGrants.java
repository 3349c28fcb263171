package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * Grants of roles: three of four to a user, one to a group; a third of them on one resource; one in
 * twenty denies. At any size, a user has about four of its own and six through its group.
 */
final class RoleGrants {

  private static final int PERMISSIONS_OF_A_ROLE = 5;
  private static final int RESOURCES = 100;

  private final Random random = new Random(1);
  private final int policies;
  private final boolean conditional;
  private final int permissions;
  private final List<SubjectRef> users = new ArrayList<>();
  private final List<SubjectRef> groups = new ArrayList<>();
  private final Map<SubjectRef, Map<String, Object>> subjects = new LinkedHashMap<>();
  private final Map<SubjectRef, List<SubjectRef>> members = new HashMap<>();
  private final List<Edge> memberships = new ArrayList<>();
  private final Map<String, Set<String>> roles = new LinkedHashMap<>();

  RoleGrants(int policies, boolean conditional) {
    this.policies = policies;
    this.conditional = conditional;
    this.permissions = Math.min(200, Math.max(20, policies / 10));
  }

  Workload workload() {
    directory(Math.max(5, policies / 5), Math.max(2, policies / 25));
    catalogue(Math.min(100, Math.max(5, policies / 20)));
    Set<Rule> rules = new LinkedHashSet<>();
    while (rules.size() < policies) {
      rules.add(rule(rules.size()));
    }
    List<Rule> list = List.copyOf(rules);
    return new Workload(roles, memberships, List.of(), subjects, list, conditional, asks(list));
  }

  private void directory(int userCount, int groupCount) {
    for (int i = 0; i < groupCount; i++) {
      groups.add(new SubjectRef("group", "g" + i));
    }
    for (int i = 0; i < userCount; i++) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      SubjectRef user = new SubjectRef("user", id.toString());
      SubjectRef group = groups.get(i % groupCount);
      users.add(user);
      subjects.put(user, conditional ? FiveConjuncts.subject(random) : Map.of());
      memberships.add(new Edge(user, group));
      members.computeIfAbsent(group, _ -> new ArrayList<>()).add(user);
    }
  }

  private void catalogue(int roleCount) {
    for (int i = 0; i < roleCount; i++) {
      Set<String> of = new HashSet<>();
      while (of.size() < PERMISSIONS_OF_A_ROLE) {
        of.add("p" + random.nextInt(permissions));
      }
      roles.put("r" + i, of);
    }
  }

  private Rule rule(int number) {
    List<SubjectRef> of = number % 4 == 0 ? groups : users;
    SubjectRef subject = of.get((number % 4 == 0 ? number / 4 : number - number / 4) % of.size());
    SubjectRef resource = number % 3 == 0 ? stock() : null;
    return new Rule(subject, "r" + random.nextInt(roles.size()), resource, number % 20 == 19);
  }

  /** Half of them about the subject and resource of some rule, half about anything. */
  private List<Ask> asks(List<Rule> rules) {
    List<Ask> asks = new ArrayList<>();
    while (asks.size() < Workload.ASKS) {
      asks.add(asks.size() % 2 == 0 ? about(one(rules)) : ask(one(users), permission(), stock()));
    }
    return asks;
  }

  private Ask about(Rule rule) {
    SubjectRef user = rule.subject();
    if (user.type().equals("group")) {
      user = one(members.getOrDefault(user, users));
    }
    String permission = one(List.copyOf(roles.getOrDefault(rule.role(), Set.of())));
    return ask(user, permission, rule.resource() == null ? stock() : rule.resource());
  }

  private Ask ask(SubjectRef user, String permission, SubjectRef resource) {
    if (!conditional) {
      return Ask.of(user, permission, resource);
    }
    Object region = subjects.getOrDefault(user, Map.of()).getOrDefault("region", "");
    return new Ask(
        user,
        permission,
        resource,
        FiveConjuncts.resource(random, region),
        FiveConjuncts.context(random));
  }

  private String permission() {
    return "p" + random.nextInt(permissions);
  }

  private SubjectRef stock() {
    return new SubjectRef("stock", "s" + random.nextInt(RESOURCES));
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
