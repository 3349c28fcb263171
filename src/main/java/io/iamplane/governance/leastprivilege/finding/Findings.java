package io.iamplane.governance.leastprivilege.finding;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.role.Role;
import io.iamplane.database.Transactions;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.governance.leastprivilege.finding.Inspection.RolePermissions;
import io.iamplane.governance.leastprivilege.use.GrantUseQuery;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Applies all rules to a tenant's policy and its recorded uses. */
@Singleton
public class Findings {

  private final PolicyDrafts drafts;
  private final GrantService grants;
  private final CatalogReader catalog;
  private final GrantUseQuery uses;
  private final SubjectDirectory directory;
  private final Transactions transactions;

  Findings(
      PolicyDrafts drafts,
      GrantService grants,
      CatalogReader catalog,
      GrantUseQuery uses,
      SubjectDirectory directory,
      Transactions transactions) {
    this.drafts = drafts;
    this.grants = grants;
    this.catalog = catalog;
    this.uses = uses;
    this.directory = directory;
    this.transactions = transactions;
  }

  /** The findings in a policy with its active grants; {@code stale} grants have no use. */
  public record Found(
      TenantPolicy policy, List<Grant> grants, List<Candidate> candidates, long stale) {}

  /**
   * Looks, at one moment of the database. All decisions from {@code since} until {@code now} were
   * counted, and count as use.
   */
  public Found find(OrganizationId organization, Instant now, Instant since) {
    Inspection inspection =
        new Inspection(
            transactions.callOnSnapshot(() -> tenant(organization)),
            new Inspection.Terms(now, since));
    GrantClaims claims = new GrantClaims();
    RoleChoice choice = new RoleChoice(inspection);
    List<Candidate> found = new ArrayList<>(new Redundancies(inspection, claims).find());
    found.addAll(new DutyBreaches(inspection, claims).find());
    found.addAll(new DirectPermissions(inspection, claims).find());
    found.addAll(new UnusedGrants(inspection, claims).find());
    found.addAll(new WideRoles(inspection, claims, choice).find());
    found.addAll(new UnusedPermissions(inspection, claims, choice).find());
    found.addAll(new PermanentPrivileges(inspection, claims).find());
    return new Found(
        inspection.tenant().policy(),
        inspection.tenant().grants(),
        found,
        UnusedGrants.stale(inspection));
  }

  /**
   * Returns the replacing role of a change, if there is one, that gives more by this policy than
   * the grants in its place: people may have changed either since the change was found.
   *
   * @param grants of the change, by their ids
   */
  public static Optional<String> wider(
      PolicySnapshot policy, RecommendedChange change, Map<UUID, Grant> grants) {
    RolePermissions permissions = new RolePermissions(policy);
    for (ReplacingGrant each : change.grants()) {
      String role = each.roleKey();
      Grant like = grants.get(each.like());
      if (role != null && like != null) {
        Set<String> given = new HashSet<>();
        grants.values().stream()
            .filter(grant -> GrantCover.areAlike(like, grant))
            .forEach(grant -> given.addAll(permissions.of(grant)));
        Set<String> all = new HashSet<>(permissions.of(role));
        change.roles().stream()
            .filter(proposed -> proposed.key().equals(role))
            .forEach(proposed -> all.addAll(proposed.permissions()));
        if (!given.containsAll(RolePermissions.within(like.application(), all))) {
          return Optional.of(role);
        }
      }
    }
    return Optional.empty();
  }

  private Inspection.Tenant tenant(OrganizationId organization) {
    TenantPolicy policy = Objects.requireNonNull(drafts.base(organization).policy());
    List<Grant> active = new ArrayList<>();
    grants.forEachNotRevoked(
        organization,
        grant -> {
          if (grant.status() == Grant.Status.ACTIVE) {
            active.add(grant);
          }
        });
    Map<String, Role> roles = new HashMap<>();
    catalog.forEachRole(organization, role -> roles.put(role.key(), role));
    return new Inspection.Tenant(
        policy, active, roles, uses.of(organization), directory.inactive(organization));
  }
}
