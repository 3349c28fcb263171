package io.iamplane.decision.snapshot;

import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.object.ImportedObject;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationSchemas;
import org.jspecify.annotations.Nullable;

/** Converts rows of a tenant with some applications to facts of the engine. For one thread. */
final class RowFacts {

  private final TenantApplications applications;
  private final RelationSchemas schemas;

  RowFacts(TenantApplications applications) {
    this.applications = applications;
    this.schemas = new RelationSchemas(applications.byKey().values());
  }

  /**
   * The fact of a row; null for one that does not count, and for one of another kind, such as a
   * client. An application makes several facts, see {@link CatalogFacts}.
   */
  @Nullable Fact of(@Nullable Object row) {
    return switch (row) {
      case Permission permission -> CatalogFacts.of(permission);
      case Role role -> CatalogFacts.of(role);
      case User user -> DirectoryFacts.of(user);
      case ServiceAccount account -> DirectoryFacts.of(account);
      case Group group -> DirectoryFacts.of(group);
      case ImportedObject object -> DirectoryFacts.of(object);
      case GroupMember member -> DirectoryFacts.of(member);
      case Relation relation -> DirectoryFacts.of(relation, schemas.of(relation));
      case Grant grant ->
          GrantFacts.of(grant, applications.schema(grant.application(), grant.privilegeKey()));
      case null, default -> null;
    };
  }
}
