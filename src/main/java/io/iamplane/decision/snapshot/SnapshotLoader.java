package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.grant.duty.DutyRuleService;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads the whole policy of a tenant from the tables, in one snapshot of the database. The beans
 * that it reads through need policies themselves; this bean's proxy breaks the cycle.
 */
@ApplicationScoped
class SnapshotLoader {

  private final Transactions transactions;
  private final Changes changes;
  private final OrganizationService organizations;
  private final UserService users;
  private final ServiceAccountService accounts;
  private final GroupService groups;
  private final ObjectService objects;
  private final CatalogReader catalog;
  private final GrantService grants;
  private final RelationService relations;
  private final DutyRuleService duties;
  private final MemoryBudget memory;

  SnapshotLoader(
      Transactions transactions,
      Changes changes,
      OrganizationService organizations,
      UserService users,
      ServiceAccountService accounts,
      GroupService groups,
      ObjectService objects,
      CatalogReader catalog,
      GrantService grants,
      RelationService relations,
      DutyRuleService duties,
      MemoryBudget memory) {
    this.transactions = transactions;
    this.changes = changes;
    this.organizations = organizations;
    this.users = users;
    this.accounts = accounts;
    this.groups = groups;
    this.objects = objects;
    this.catalog = catalog;
    this.grants = grants;
    this.relations = relations;
    this.duties = duties;
    this.memory = memory;
  }

  /**
   * The present policy; empty when there is no such organization.
   *
   * @throws LoadWeight.TooHeavy when it takes more memory than there is for it
   */
  Optional<TenantPolicy> load(OrganizationId id) {
    return load(id, memory.perTenant());
  }

  /**
   * The same, unless it takes more than so many bytes.
   *
   * @throws LoadWeight.TooHeavy when it takes more memory than that, or than there is for it
   */
  Optional<TenantPolicy> load(OrganizationId id, long most) {
    return transactions.callOnSnapshot(() -> {
      try (LoadWeight weight = new LoadWeight(memory, most, () -> {})) {
        return organizations
            .byId(id)
            .map(organization ->
                read(organization, version(id), OverlaidRows.none(), weight::reached));
      }
    });
  }

  /**
   * Reads the policy with some changes applied; requires a transaction with a fixed snapshot.
   *
   * @param version the version number of the result
   * @param weight receives the weight so far, with each fact; an exception from it ends the reading
   */
  TenantPolicy read(OrganizationId id, long version, OverlaidRows rows, LongConsumer weight) {
    List<Organization> found = new ArrayList<>();
    rows.forEach(RowKind.ORGANIZATION, each -> organizations.byId(id).ifPresent(each), found::add);
    return read(found.getFirst(), version, rows, weight);
  }

  long version(OrganizationId id) {
    return changes
        .version(id)
        .orElseThrow(() -> new IllegalStateException("the organization has no policy version"));
  }

  private TenantPolicy read(
      Organization organization, long version, OverlaidRows rows, LongConsumer weight) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    TenantApplications applications =
        read(organization, rows, fact -> weight.accept(builder.add(fact).weight()));
    TokenFloors floors = TokenFloors.of(changes.endedTokens(organization.id()));
    return new TenantPolicy(
        organization,
        applications,
        builder.build(version),
        floors,
        duties(organization.id(), rows));
  }

  private List<DutyRule> duties(OrganizationId id, OverlaidRows rows) {
    List<DutyRule> found = new ArrayList<>();
    rows.forEach(RowKind.DUTY_RULE, each -> duties.all(id).forEach(each), found::add);
    found.sort(Comparator.comparing(rule -> rule.id().value()));
    return found;
  }

  /** Reads all facts of a tenant, in the caller's transaction, and returns its applications. */
  TenantApplications read(Organization organization, OverlaidRows rows, Consumer<Fact> to) {
    OrganizationId id = organization.id();
    CatalogFacts.controlPlane(organization.kind() == Organization.Kind.PLATFORM).forEach(to);
    Map<String, Application> applications = new HashMap<>();
    rows.forEach(
        RowKind.APPLICATION,
        each -> catalog.applications(id).forEach(each),
        application -> {
          applications.put(application.key(), application);
          CatalogFacts.of(application).forEach(to);
        });
    TenantApplications all = new TenantApplications(applications);
    RowFacts facts = new RowFacts(all);
    Consumer<Object> give =
        row -> {
          Fact fact = facts.of(row);
          if (fact != null) {
            to.accept(fact);
          }
        };
    rows.forEach(RowKind.PERMISSION, each -> catalog.forEachPermission(id, each), give);
    rows.forEach(RowKind.ROLE, each -> catalog.forEachRole(id, each), give);
    rows.forEach(RowKind.USER, each -> users.forEach(id, each), give);
    rows.forEach(RowKind.SERVICE_ACCOUNT, each -> accounts.forEach(id, each), give);
    rows.forEach(RowKind.GROUP, each -> groups.forEach(id, each), give);
    rows.forEach(RowKind.OBJECT, each -> objects.forEach(id, each), give);
    rows.forEach(RowKind.GROUP_MEMBER, each -> groups.forEachMember(id, each), give);
    rows.forEach(RowKind.RELATION, each -> relations.forEach(id, each), give);
    rows.forEach(RowKind.GRANT, each -> grants.forEachNotRevoked(id, each), give);
    return all;
  }
}
