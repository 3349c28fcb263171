package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ImportedObject;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.grant.duty.DutyRuleService;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationSchemas;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.condition.AttributeSchema;
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
import org.jspecify.annotations.Nullable;

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
    rows.forEach(
        "organization",
        Organization.class,
        Organization::id,
        each -> organizations.byId(id).ifPresent(each),
        found::add);
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
    rows.forEach(
        "duty_rule",
        DutyRule.class,
        DutyRule::id,
        each -> duties.all(id).forEach(each),
        found::add);
    found.sort(Comparator.comparing(rule -> rule.id().value()));
    return found;
  }

  /** Reads all facts of a tenant, in the caller's transaction, and returns its applications. */
  TenantApplications read(Organization organization, OverlaidRows rows, Consumer<Fact> to) {
    OrganizationId id = organization.id();
    Consumer<@Nullable Fact> facts =
        fact -> {
          if (fact != null) {
            to.accept(fact);
          }
        };
    CatalogFacts.controlPlane(organization.kind() == Organization.Kind.PLATFORM).forEach(facts);
    Map<String, Application> applications = new HashMap<>();
    Map<String, AttributeSchema> schemas = new HashMap<>();
    rows.forEach(
        "application",
        Application.class,
        Application::key,
        each -> catalog.applications(id).forEach(each),
        application -> {
          applications.put(application.key(), application);
          schemas.put(application.key(), application.schema());
          CatalogFacts.of(application).forEach(facts);
        });
    TenantApplications all = new TenantApplications(applications, schemas);
    catalog(id, rows, facts);
    directory(id, rows, facts);
    RelationSchemas declared = new RelationSchemas(applications.values());
    rows.forEach(
        "relation",
        Relation.class,
        Relation::id,
        each -> relations.forEach(id, each),
        relation -> facts.accept(DirectoryFacts.of(relation, declared.of(relation))));
    rows.forEach(
        "grant",
        Grant.class,
        Grant::id,
        each -> grants.forEachNotRevoked(id, each),
        grant ->
            facts.accept(
                GrantFacts.of(grant, all.schema(grant.application(), grant.privilegeKey()))));
    return all;
  }

  private void catalog(OrganizationId id, OverlaidRows rows, Consumer<@Nullable Fact> facts) {
    rows.forEach(
        "permission",
        Permission.class,
        Permission::key,
        each -> catalog.forEachPermission(id, each),
        permission -> facts.accept(CatalogFacts.of(permission)));
    rows.forEach(
        "role",
        Role.class,
        Role::key,
        each -> catalog.forEachRole(id, each),
        role -> facts.accept(CatalogFacts.of(role)));
  }

  private void directory(OrganizationId id, OverlaidRows rows, Consumer<@Nullable Fact> facts) {
    rows.forEach(
        "user",
        User.class,
        User::id,
        each -> users.forEach(id, each),
        user -> facts.accept(DirectoryFacts.of(user)));
    rows.forEach(
        "service_account",
        ServiceAccount.class,
        ServiceAccount::id,
        each -> accounts.forEach(id, each),
        account -> facts.accept(DirectoryFacts.of(account)));
    rows.forEach(
        "group",
        Group.class,
        Group::id,
        each -> groups.forEach(id, each),
        group -> facts.accept(DirectoryFacts.of(group)));
    rows.forEach(
        "object",
        ImportedObject.class,
        ImportedObject::ref,
        each -> objects.forEach(id, each),
        object -> facts.accept(DirectoryFacts.of(object)));
    rows.forEach(
        "group_member",
        GroupMember.class,
        GroupMember::id,
        each -> groups.forEachMember(id, each),
        member -> facts.accept(DirectoryFacts.of(member)));
  }
}
