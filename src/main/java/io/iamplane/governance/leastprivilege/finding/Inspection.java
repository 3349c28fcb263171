package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.catalog.document.RequestPolicy;
import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.Evidence;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.governance.leastprivilege.use.GrantUseQuery.Used;
import io.iamplane.grant.Grant;
import io.iamplane.language.pattern.PermissionIndex;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A tenant's policy with its recorded uses, for the rules. For one thread. */
final class Inspection {

  /** To ask for decisions is recorded when it is denied alone: it never looks used. */
  static final Set<String> UNRECORDED =
      Set.of(
          ControlPlanePermission.DECISIONS_CHECK.key(),
          ControlPlanePermission.DECISIONS_EXPLAIN.key());

  /** Recommendations of a type in one scan; more follow after these are decided. */
  static final int MOST = 20_000;

  /** The maximum number of a subject's grants for pairwise comparison. */
  private static final int FEW = 1_000;

  private final Tenant tenant;
  private final Terms terms;
  private final RolePermissions permissions;
  private final Powers powers;
  private final Map<SubjectRef, List<Grant>> bySubject;
  private final Set<String> approving;
  private final Map<UUID, Set<String>> used = new HashMap<>();
  private final List<Grant> eligible;

  /**
   * A tenant's data.
   *
   * @param grants active ones
   * @param roles by key, without the built-in ones
   * @param uses by the grants' ids
   * @param inactive accounts that are not active
   */
  record Tenant(
      TenantPolicy policy,
      List<Grant> grants,
      Map<String, Role> roles,
      Map<UUID, Used> uses,
      Set<SubjectRef> inactive) {}

  /** The criteria of the rules: decisions were counted until now, and uses count since. */
  record Terms(Instant now, Instant since) {}

  Inspection(Tenant tenant, Terms terms) {
    this.tenant = tenant;
    this.terms = terms;
    this.permissions = new RolePermissions(tenant.policy().snapshot());
    this.powers = new Powers(tenant.policy().snapshot());
    this.approving = approving(tenant.roles().values());
    this.bySubject = tenant.grants().stream().collect(Collectors.groupingBy(Grant::subject));
    this.eligible =
        tenant.grants().stream()
            .filter(this::isEligible)
            .sorted(Comparator.comparing(grant -> grant.id().value()))
            .toList();
  }

  private static Set<String> approving(Collection<Role> roles) {
    return roles.stream()
        .flatMap(role -> RequestPolicy.of(role.request()).stream())
        .flatMap(policy -> policy.steps().stream())
        .filter(step -> step.approverType() == RequestPolicy.ApproverType.ROLE)
        .map(RequestPolicy.Step::approverRef)
        .collect(Collectors.toSet());
  }

  Tenant tenant() {
    return tenant;
  }

  Terms terms() {
    return terms;
  }

  RolePermissions roles() {
    return permissions;
  }

  /** The active grants of a subject itself; none of one with very many. */
  List<Grant> of(SubjectRef subject) {
    List<Grant> all = bySubject.getOrDefault(subject, List.of());
    return all.size() > FEW ? List.of() : all;
  }

  /** Grants that may be recommended to end or change, the oldest first. */
  List<Grant> eligible() {
    return eligible;
  }

  /**
   * Returns true if a grant is old enough to be judged and shows its use in decisions. Excludes
   * grants kept for emergencies: break glass, and the administrators, since they may be the last
   * ones; roles that approve access requests; and roles without permissions.
   */
  boolean isEligible(Grant grant) {
    return grant.effect() == Grant.Effect.PERMIT
        && !grant.createdAt().isAfter(terms.since())
        && grant.isWithinItsTimes(terms.now())
        && !grant.activationRequired()
        && !permissions(grant).isEmpty()
        && !grant.privilegeKey().equals(ControlPlane.ADMINISTRATOR)
        && !approving.contains(grant.privilegeKey())
        && !(isRole(grant) && isBreakGlass(grant.privilegeKey()));
  }

  static boolean isRole(Grant grant) {
    return grant.privilegeType() == Grant.PrivilegeType.ROLE;
  }

  /** Returns true if a role, or one that it includes, is for emergencies. */
  boolean isBreakGlass(String role) {
    return permissions.within(role).stream()
        .map(tenant.roles()::get)
        .anyMatch(each -> each != null && each.breakGlass());
  }

  boolean isPrivileged(Grant grant) {
    return switch (grant.privilegeType()) {
      case ROLE -> isPrivilegedRole(grant.privilegeKey());
      case PERMISSION -> !powers.of(Privilege.permission(grant.privilegeKey())).isEmpty();
    };
  }

  boolean isPrivilegedRole(String role) {
    return !powers.of(Privilege.role(role)).isEmpty();
  }

  /** The permissions that a grant gives or denies. */
  Set<String> permissions(Grant grant) {
    return permissions.of(grant);
  }

  /** Returns the permissions that a grant allowed, and those without recorded decisions. */
  Set<String> used(Grant grant) {
    return used.computeIfAbsent(grant.id().value(), _ -> findUsed(grant));
  }

  private Set<String> findUsed(Grant grant) {
    Set<String> found = new TreeSet<>();
    Set<String> given = permissions(grant);
    Used known = tenant.uses().get(grant.id().value());
    if (known != null) {
      known
          .permissions()
          .forEach((permission, last) -> {
            if (!last.isBefore(terms.since()) && given.contains(permission)) {
              found.add(permission);
            }
          });
    }
    given.stream().filter(UNRECORDED::contains).forEach(found::add);
    return found;
  }

  /** Returns true if a decision used it since the time that counts. */
  boolean isUsed(Grant grant) {
    Used known = tenant.uses().get(grant.id().value());
    return (known != null && !known.last().isBefore(terms.since()))
        || permissions(grant).stream().anyMatch(UNRECORDED::contains);
  }

  Candidate about(
      Grant grant,
      RecommendationType type,
      Severity severity,
      String summary,
      RecommendedChange change) {
    return new Candidate(
        type,
        "grant:" + grant.id(),
        grant.subject().toString(),
        severity,
        evidence(summary, List.of(grant)),
        change);
  }

  Evidence evidence(String summary, Collection<Grant> grants) {
    Set<String> given = new TreeSet<>();
    Set<String> seen = new TreeSet<>();
    long uses = 0;
    Instant last = null;
    for (Grant grant : grants) {
      given.addAll(permissions(grant));
      seen.addAll(used(grant));
      Used known = tenant.uses().get(grant.id().value());
      if (known != null) {
        uses += known.uses();
        last = later(last, known.last());
      }
    }
    return new Evidence(
        summary,
        grants.stream().map(grant -> grant.id().value()).sorted().toList(),
        uses,
        last,
        terms.since(),
        terms.now(),
        given.size(),
        List.copyOf(seen));
  }

  private static Instant later(@Nullable Instant one, Instant other) {
    return one != null && one.isAfter(other) ? Objects.requireNonNull(one) : other;
  }

  /** The permissions of roles, patterns and included roles resolved. For one thread. */
  static final class RolePermissions {

    private final PolicySnapshot snapshot;
    private final PermissionIndex index;
    private final Map<String, Set<String>> known = new HashMap<>();

    RolePermissions(PolicySnapshot snapshot) {
      this.snapshot = snapshot;
      this.index = new PermissionIndex(snapshot.permissionKeys());
    }

    /** Their full keys; none for a role that is not there. */
    Set<String> of(String role) {
      return known.computeIfAbsent(role, this::find);
    }

    /** The permissions that a grant gives or denies. */
    Set<String> of(Grant grant) {
      return within(
          grant.application(),
          switch (grant.privilegeType()) {
            case ROLE -> of(grant.privilegeKey());
            case PERMISSION -> Set.of(grant.privilegeKey());
          });
    }

    /** The permissions of a role that are left by the application of a grant. */
    static Set<String> within(@Nullable String application, Set<String> all) {
      return application == null
          ? all
          : all.stream()
              .filter(key -> key.startsWith(application + ":"))
              .collect(Collectors.toSet());
    }

    Set<String> within(String role) {
      return snapshot
          .rolesWithin(role)
          .map(roles -> roles.stream().map(RoleFact::key).collect(Collectors.toSet()))
          .orElse(Set.of());
    }

    private Set<String> find(String role) {
      List<RoleFact> within = snapshot.rolesWithin(role).orElse(List.of());
      BitSet permissions = new BitSet();
      for (RoleFact each : within) {
        each.permissions().forEach(key -> index.add(key, permissions));
        each.patterns().forEach(pattern -> index.addBelow(pattern.prefix(), permissions));
      }
      return permissions.stream().mapToObj(index::key).collect(Collectors.toUnmodifiableSet());
    }
  }
}
