package io.iamplane.cli;

import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;

/** Finds the organization that a command names. */
@Singleton
class CommandOrganization {

  private final OrganizationService organizations;

  CommandOrganization(OrganizationService organizations) {
    this.organizations = organizations;
  }

  /**
   * An organization, and the caller that acts on it.
   *
   * @param caller the operator, as the organization's audit log shows it
   */
  record Named(OrganizationId id, Caller caller) {}

  /**
   * Finds by key or id, with the caller that acts on it.
   *
   * @throws CommandException if there is no such organization
   */
  Named named(String idOrKey) {
    Organization found = find(idOrKey);
    return new Named(found.id(), CommandCaller.of(found.id()));
  }

  /**
   * The organization that administers the others.
   *
   * @throws CommandException before {@code iam:bootstrap}
   */
  Organization platform() {
    return organizations
        .platform()
        .orElseThrow(
            () -> CommandException.usage("there is no platform organization; run iam:bootstrap"));
  }

  /**
   * Finds by key or id.
   *
   * @throws CommandException if there is no such organization
   */
  Organization find(String idOrKey) {
    try {
      return organizations.get(idOrKey);
    } catch (IamException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        throw CommandException.usage("there is no organization '" + idOrKey + "'");
      }
      throw e;
    }
  }
}
