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
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantSchema;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.relation.RelationSchemas;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the whole policy of a tenant from the tables, as of one moment. What it reads through needs
 * policies itself: only this bean's proxy closes that circle.
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
    this.memory = memory;
  }

  /**
   * The present policy; empty when there is no such organization.
   *
   * @throws LoadWeight.TooHeavy when it takes more memory than there is for it
   */
  Optional<TenantPolicy> load(OrganizationId id) {
    return transactions.callOnSnapshot(() -> {
      try (LoadWeight weight = new LoadWeight(memory)) {
        return organizations.byId(id).map(organization -> load(organization, weight));
      }
    });
  }

  private TenantPolicy load(Organization organization, LoadWeight weight) {
    OrganizationId id = organization.id();
    long version =
        changes
            .version(id)
            .orElseThrow(() -> new IllegalStateException("an organization without a version"));
    SnapshotBuilder builder = PolicySnapshot.builder();
    Consumer<@Nullable Fact> facts = fact -> add(builder, fact, weight);
    CatalogFacts.controlPlane(organization.kind() == Organization.Kind.PLATFORM).forEach(facts);
    Map<String, Application> applications = new HashMap<>();
    Map<String, AttributeSchema> schemas = new HashMap<>();
    for (Application application : catalog.applications(id)) {
      applications.put(application.key(), application);
      schemas.put(application.key(), application.schema());
      CatalogFacts.of(application).forEach(facts);
    }
    catalog.forEachPermission(id, permission -> facts.accept(CatalogFacts.of(permission)));
    catalog.forEachRole(id, role -> facts.accept(CatalogFacts.of(role)));
    users.forEach(id, user -> facts.accept(DirectoryFacts.of(user)));
    accounts.forEach(id, account -> facts.accept(DirectoryFacts.of(account)));
    groups.forEach(id, group -> facts.accept(DirectoryFacts.of(group)));
    objects.forEach(id, object -> facts.accept(DirectoryFacts.of(object)));
    groups.forEachMember(id, member -> facts.accept(DirectoryFacts.of(member)));
    RelationSchemas declared = new RelationSchemas(applications.values());
    relations.forEach(
        id, relation -> facts.accept(DirectoryFacts.of(relation, declared.of(relation))));
    grants.forEachNotRevoked(
        id, grant -> facts.accept(GrantFacts.of(grant, schema(grant, schemas))));
    TokenFloors floors = TokenFloors.of(changes.endedTokens(id));
    return new TenantPolicy(
        organization,
        new TenantApplications(applications, schemas),
        builder.build(version),
        floors);
  }

  private static AttributeSchema schema(Grant grant, Map<String, AttributeSchema> schemas) {
    return GrantSchema.application(grant.application(), grant.privilegeKey())
        .map(key -> schemas.getOrDefault(key, AttributeSchema.EMPTY))
        .orElse(AttributeSchema.EMPTY);
  }

  private static void add(SnapshotBuilder builder, @Nullable Fact fact, LoadWeight weight) {
    if (fact != null) {
      weight.reached(builder.add(fact).weight());
    }
  }
}
