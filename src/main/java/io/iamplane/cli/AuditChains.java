package io.iamplane.cli;

import io.iamplane.audit.AuditConfig;
import io.iamplane.directory.Organization;
import io.iamplane.directory.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chains that a command is about: one organization's, or all. */
@ApplicationScoped
class AuditChains {

  private final Database database;
  private final OrganizationService organizations;
  private final CommandOrganization named;
  private final AuditConfig config;

  AuditChains(
      Database database,
      OrganizationService organizations,
      CommandOrganization named,
      AuditConfig config) {
    this.database = database;
    this.organizations = organizations;
    this.named = named;
    this.config = config;
  }

  /** An organization's chain. */
  record Chain(OrganizationId id, String key) {}

  /**
   * Finds chains.
   *
   * @param organization key or id; null for all
   * @throws CommandException when there is no such organization
   */
  List<Chain> named(@Nullable String organization) {
    database.requireSchema();
    return organization == null
        ? organizations.all().stream().map(AuditChains::chain).toList()
        : List.of(chain(named.find(organization)));
  }

  /**
   * The operator, in the platform organization.
   *
   * @throws CommandException when there is none yet
   */
  Caller caller() {
    return CommandCaller.of(
        organizations
            .platform()
            .orElseThrow(() ->
                CommandException.usage("there is no platform organization; run iam:bootstrap"))
            .id());
  }

  boolean isAnchored() {
    return config.anchor().isPresent();
  }

  private static Chain chain(Organization organization) {
    return new Chain(organization.id(), organization.key());
  }
}
