package io.iamplane.cli;

import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.function.Function;

/** Finds the organization that a command names, once the schema is sufficient. */
@Singleton
class CommandOrganization {

  private final Database database;
  private final OrganizationService organizations;

  CommandOrganization(Database database, OrganizationService organizations) {
    this.database = database;
    this.organizations = organizations;
  }

  /** By key or id; a {@link CommandException} if there is no such organization. */
  Organization find(String idOrKey) {
    database.requireSchema();
    return CommandException.usageUnlessFound(
        () -> organizations.get(idOrKey), "there is no organization '" + idOrKey + "'");
  }

  /** The operator in an organization, as its audit log shows it; fails like {@link #find}. */
  Caller caller(String idOrKey) {
    return CommandCaller.of(find(idOrKey).id());
  }

  /**
   * The actor in the platform organization; a {@link CommandException} before {@code
   * iam:bootstrap}.
   */
  Caller platformCaller(Function<OrganizationId, Caller> actor) {
    database.requireSchema();
    return organizations
        .platform()
        .map(platform -> actor.apply(platform.id()))
        .orElseThrow(
            () -> CommandException.unavailable("the database has no platform organization"));
  }

  /**
   * The organization that administers the others; does not look at the schema. A {@link
   * CommandException} before {@code iam:bootstrap}.
   */
  Organization platform() {
    return organizations
        .platform()
        .orElseThrow(
            () -> CommandException.usage("there is no platform organization; run iam:bootstrap"));
  }
}
