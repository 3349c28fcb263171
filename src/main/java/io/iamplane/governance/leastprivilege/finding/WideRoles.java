package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.catalog.role.Role;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ProposedRole;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.grant.Grant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Roles with very many permissions: clusters holders by the permissions that they use, and
 * recommends a role for each cluster.
 */
record WideRoles(Inspection inspection, GrantClaims claims, RoleChoice choice) {

  /** A role of more permissions is wide: too many to read before it is granted. */
  private static final int WIDE = 50;

  /** The maximum number of clusters; holders outside of them keep the role. */
  private static final int MOST_CLUSTERS = 20;

  /** A change of more grants is made by hand. */
  private static final int MOST_GRANTS = 500;

  /** The required share of common permissions among those that a grant or the cluster uses. */
  private static final double ALIKE = 0.5;

  private record Cluster(Set<String> used, List<Grant> grants) {}

  List<Candidate> find() {
    Map<String, List<Grant>> held =
        inspection.eligible().stream()
            .filter(Inspection::isRole)
            .filter(claims::isFree)
            .filter(grant -> !inspection.used(grant).isEmpty())
            .collect(Collectors.groupingBy(Grant::privilegeKey));
    return inspection.tenant().roles().values().stream()
        .sorted(Comparator.comparing(Role::key))
        .filter(role -> !role.breakGlass() && held.containsKey(role.key()))
        .filter(role -> inspection.roles().of(role.key()).size() > WIDE)
        .flatMap(role -> split(role.key(), held.getOrDefault(role.key(), List.of())).stream())
        .toList();
  }

  private List<Candidate> split(String role, List<Grant> grants) {
    List<Cluster> clusters = clusters(grants);
    Set<String> all = inspection.roles().of(role);
    if (clusters.stream().anyMatch(cluster -> cluster.used().size() >= all.size())) {
      return List.of();
    }
    List<Grant> parts = clusters.stream().flatMap(each -> each.grants().stream()).toList();
    parts.forEach(claims::end);
    return List.of(
        new Candidate(
            RecommendationType.WIDE_ROLE,
            "role:" + role,
            null,
            inspection.isPrivilegedRole(role) ? Severity.HIGH : Severity.MEDIUM,
            inspection.evidence(
                "The role %s has %d permissions, but groups of similar grants use only some: %s."
                    .formatted(role, all.size(), sizes(clusters)),
                parts),
            parts.size() > MOST_GRANTS ? RecommendedChange.NONE : change(role, clusters)));
  }

  private static String sizes(List<Cluster> clusters) {
    return clusters.stream()
        .map(cluster ->
            "%d permissions (%d grants)".formatted(cluster.used().size(), cluster.grants().size()))
        .collect(Collectors.joining(", "));
  }

  private List<Cluster> clusters(List<Grant> grants) {
    List<Cluster> clusters = new ArrayList<>();
    for (Grant grant : grants) {
      Set<String> used = inspection.used(grant);
      Optional<Cluster> own =
          clusters.stream()
              .filter(cluster -> similarity(cluster.used(), used) >= ALIKE)
              .findFirst();
      if (own.isEmpty() && clusters.size() < MOST_CLUSTERS) {
        own = Optional.of(new Cluster(new HashSet<>(), new ArrayList<>()));
        clusters.add(own.get());
      }
      own.ifPresent(cluster -> {
        cluster.used().addAll(used);
        cluster.grants().add(grant);
      });
    }
    return clusters;
  }

  /** The part of both that each has (P. Jaccard, 1901). */
  private static double similarity(Set<String> one, Set<String> other) {
    long both = one.stream().filter(other::contains).count();
    return (double) both / (one.size() + other.size() - both);
  }

  private RecommendedChange change(String role, List<Cluster> clusters) {
    List<UUID> revoked = new ArrayList<>();
    List<ProposedRole> roles = new ArrayList<>();
    List<ReplacingGrant> grants = new ArrayList<>();
    for (Cluster cluster : clusters) {
      ProposedRole proposed = choice.proposed(role, cluster.used());
      if (!roles.contains(proposed)) {
        roles.add(proposed);
      }
      for (Grant grant : cluster.grants()) {
        revoked.add(grant.id().value());
        grants.add(new ReplacingGrant(grant.id().value(), proposed.key(), null));
      }
    }
    return new RecommendedChange(revoked, roles, grants);
  }
}
