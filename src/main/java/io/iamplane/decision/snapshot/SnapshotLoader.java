package io.iamplane.decision.snapshot;

import io.iamplane.catalog.Application;
import io.iamplane.catalog.CatalogReader;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.index.PolicySnapshot;
import io.iamplane.decision.engine.index.SnapshotBuilder;
import io.iamplane.directory.Organization;
import io.iamplane.directory.OrganizationService;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantSchema;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the whole policy of a tenant from the tables, as of one moment. */
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
      RelationService relations) {
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
  }

  /** The present policy; empty when there is no such organization. */
  Optional<TenantPolicy> load(OrganizationId id) {
    return transactions.callOnSnapshot(
        () -> organizations.byId(id).map(organization -> load(organization)));
  }

  private TenantPolicy load(Organization organization) {
    OrganizationId id = organization.id();
    long version =
        changes
            .version(id)
            .orElseThrow(() -> new IllegalStateException("an organization without a version"));
    SnapshotBuilder builder = PolicySnapshot.builder();
    CatalogFacts.controlPlane(organization.kind() == Organization.Kind.PLATFORM)
        .forEach(builder::add);
    Map<String, Application> applications = new HashMap<>();
    Map<String, AttributeSchema> schemas = new HashMap<>();
    for (Application application : catalog.applications(id)) {
      applications.put(application.key(), application);
      schemas.put(application.key(), application.schema());
      CatalogFacts.of(application).forEach(builder::add);
    }
    catalog.forEachPermission(id, permission -> add(builder, CatalogFacts.of(permission)));
    catalog.forEachRole(id, role -> add(builder, CatalogFacts.of(role)));
    users.forEach(id, user -> builder.add(DirectoryFacts.of(user)));
    accounts.forEach(id, account -> builder.add(DirectoryFacts.of(account)));
    groups.forEach(id, group -> builder.add(DirectoryFacts.of(group)));
    objects.forEach(id, object -> builder.add(DirectoryFacts.of(object)));
    groups.forEachMember(id, member -> builder.add(DirectoryFacts.of(member)));
    relations.forEach(id, relation -> builder.add(DirectoryFacts.of(relation)));
    grants.forEachNotRevoked(
        id, grant -> add(builder, GrantFacts.of(grant, schema(grant, schemas))));
    TokenFloors floors = TokenFloors.of(changes.endedTokens(id));
    return new TenantPolicy(organization, applications, schemas, builder.build(version), floors);
  }

  private static AttributeSchema schema(Grant grant, Map<String, AttributeSchema> schemas) {
    return GrantSchema.application(grant.application(), grant.privilegeKey())
        .map(key -> schemas.getOrDefault(key, AttributeSchema.EMPTY))
        .orElse(AttributeSchema.EMPTY);
  }

  private static void add(SnapshotBuilder builder, @Nullable Fact fact) {
    if (fact != null) {
      builder.add(fact);
    }
  }
}
