package io.iamplane.catalog.manifest;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.client.ClientService;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.client.NewClient;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Installs a manifest in a tenant's catalogue. An application's first manifest also makes its own
 * client, with tokens that may ask for decisions.
 */
@Singleton
public class ManifestInstaller {

  private final Changes changes;
  private final CatalogService catalog;
  private final CatalogReader applications;
  private final ManifestService manifests;
  private final FirstClient clients;

  ManifestInstaller(
      Changes changes,
      CatalogService catalog,
      CatalogReader applications,
      ManifestService manifests,
      FirstClient clients) {
    this.changes = changes;
    this.catalog = catalog;
    this.applications = applications;
    this.manifests = manifests;
    this.clients = clients;
  }

  /**
   * Version and application are null if the manifest was applied already; the client is null unless
   * it was made now, with its secret, shown now or never.
   */
  public record Installed(
      @Nullable ManifestVersion version,
      @Nullable Application application,
      @Nullable IssuedClient client) {

    public Optional<IssuedClient> issued() {
      return Optional.ofNullable(client);
    }
  }

  /**
   * Applies a manifest in one change without approval, as an operator's command does. NOT_FOUND
   * when there is no such organization; CONFLICT when a condition of a grant would no longer
   * compile.
   */
  public Installed apply(Caller caller, OrganizationId organization, Manifest manifest) {
    return changes.record(
        Change.policy(caller, organization, recording -> applyNow(recording, manifest)));
  }

  /** Applies a manifest that needs no approval, inside the change that records it. */
  public Installed applyNow(Recording recording, Manifest manifest) {
    return manifests.isApplied(recording.organization(), manifest)
        ? new Installed(null, null, null)
        : install(recording, manifests.record(recording, manifest), manifest);
  }

  /**
   * Applies a submitted and approved manifest, inside the change that records it.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT when it is not approved, or a
   *     condition of a grant would no longer compile
   */
  public Installed apply(Recording recording, ManifestId id, @Nullable String ifMatch) {
    ManifestVersion version = manifests.markApplied(recording, id, ifMatch);
    return install(recording, version, manifests.content(recording.organization(), version.id()));
  }

  /**
   * Rolls back the applied manifest: the catalogue is as it was before.
   *
   * @return the manifest that is applied from now on
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT if it is not applied now, was the
   *     first, or a condition of a grant would no longer compile
   */
  public ManifestVersion rollBack(Recording recording, ManifestId id, @Nullable String ifMatch) {
    ManifestVersion previous = manifests.markRolledBack(recording, id, ifMatch);
    Manifest content = manifests.content(recording.organization(), previous.id());
    applyCatalog(recording, content, previous.version());
    return previous;
  }

  /**
   * Takes back the manifest that an application is at, as an operator's command does. NOT_FOUND
   * when there is no such organization or application; CONFLICT as in the other form.
   */
  public ManifestVersion rollBack(Caller caller, OrganizationId organization, String application) {
    return changes.record(
        Change.policy(
            caller,
            organization,
            recording -> {
              if (applications.application(organization, application).isEmpty()) {
                throw IamException.notFound();
              }
              ManifestId applied =
                  manifests
                      .applied(organization, application)
                      .map(ManifestVersion::id)
                      .orElseThrow(IamException::notFound);
              return rollBack(recording, applied, null);
            }));
  }

  private Installed install(Recording recording, ManifestVersion version, Manifest manifest) {
    Application application = applyCatalog(recording, manifest, version.version());
    return application.serviceAccountId() == null
        ? clients.make(recording, version, application)
        : new Installed(version, application, null);
  }

  /** People's tokens end with a redirect URI, and so do codes and refresh tokens of the client. */
  private Application applyCatalog(Recording recording, Manifest manifest, int version) {
    Optional<Manifest> before =
        manifests.appliedContent(recording.organization(), manifest.app().key());
    Application application = catalog.apply(recording, manifest, version);
    before
        .map(Manifest::auth)
        .filter(auth -> !auth.redirectUris().isEmpty() && !manifest.auth().includes(auth))
        .ifPresent(_ -> clients.endTokens(recording, application));
    return application;
  }

  /** Makes the client of an application that is new, and ends the tokens of one. */
  @Singleton
  static class FirstClient {

    private final CatalogService catalog;
    private final ServiceAccountService accounts;
    private final FirstGrant grant;
    private final ClientService clients;

    FirstClient(
        CatalogService catalog,
        ServiceAccountService accounts,
        FirstGrant grant,
        ClientService clients) {
      this.catalog = catalog;
      this.accounts = accounts;
      this.grant = grant;
      this.clients = clients;
    }

    void endTokens(Recording recording, Application application) {
      ServiceAccountId account = application.serviceAccountId();
      if (account != null) {
        clients.endTokens(
            recording, new SubjectRef(SubjectRef.SERVICE_ACCOUNT, account.toString()));
      }
    }

    Installed make(Recording recording, ManifestVersion version, Application application) {
      ServiceAccount account = accounts.create(recording, application.name());
      grant.give(recording, account.subject());
      IssuedClient client =
          clients.create(
              recording, new NewClient(recording.organization(), account.subject(), Set.of()));
      return new Installed(version, catalog.link(recording, application, account.id()), client);
    }
  }
}
