package io.iamplane.grant.install;

import io.iamplane.catalog.Application;
import io.iamplane.catalog.CatalogService;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.manifest.Manifest;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.client.ClientService;
import io.iamplane.client.IssuedClient;
import io.iamplane.client.NewClient;
import io.iamplane.directory.ServiceAccount;
import io.iamplane.directory.ServiceAccountService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies a manifest without asking anybody, as an operator's command does. With an application's
 * first manifest its own client is made, whose tokens may ask for decisions.
 */
@ApplicationScoped
public class ManifestInstaller {

  private final Changes changes;
  private final CatalogService catalog;
  private final ServiceAccountService accounts;
  private final GrantService grants;
  private final ClientService clients;

  ManifestInstaller(
      Changes changes,
      CatalogService catalog,
      ServiceAccountService accounts,
      GrantService grants,
      ClientService clients) {
    this.changes = changes;
    this.catalog = catalog;
    this.accounts = accounts;
    this.grants = grants;
    this.clients = clients;
  }

  /**
   * What became of the manifest.
   *
   * @param application null when nothing had to be done
   * @param client with its secret, shown now or never; null unless it was made now
   */
  public record Installed(@Nullable Application application, @Nullable IssuedClient client) {

    public Optional<IssuedClient> issued() {
      return Optional.ofNullable(client);
    }
  }

  /**
   * Applies a manifest in one change.
   *
   * @throws io.iamplane.shared.IamException NOT_FOUND when there is no such organization; CONFLICT
   *     when a condition of a grant would no longer compile
   */
  public Installed apply(Caller caller, OrganizationId organization, Manifest manifest) {
    return changes.record(
        Change.policy(
            caller,
            organization,
            recording ->
                catalog.isApplied(organization, manifest)
                    ? new Installed(null, null)
                    : apply(recording, manifest)));
  }

  private Installed apply(Recording recording, Manifest manifest) {
    Application application = catalog.apply(recording, manifest);
    if (application.serviceAccountId() != null) {
      return new Installed(application, null);
    }
    ServiceAccount account = accounts.create(recording, application.name());
    grants.create(
        recording,
        NewGrant.role(account.subject(), ControlPlane.DECISION_CLIENT).from("manifest").build());
    IssuedClient client =
        clients.create(
            recording, new NewClient(recording.organization(), account.subject(), Set.of()));
    return new Installed(catalog.link(recording, application, account.id()), client);
  }
}
