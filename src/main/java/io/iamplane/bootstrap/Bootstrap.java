package io.iamplane.bootstrap;

import io.iamplane.database.Transactions;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.CreateOrganizationRequest;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.function.Function;

/** Creates an installation with an administrator in an empty database. */
@Singleton
public class Bootstrap {

  private final Transactions transactions;
  private final OrganizationService organizations;
  private final BootstrapAdministrator administrators;
  private final SigningKeys keys;

  Bootstrap(
      Transactions transactions,
      OrganizationService organizations,
      BootstrapAdministrator administrators,
      SigningKeys keys) {
    this.transactions = transactions;
    this.organizations = organizations;
    this.administrators = administrators;
    this.keys = keys;
  }

  /** The readable key and the name of an organization to be made. */
  public record NewOrganization(String key, String name) {}

  /** An organization with its administrator's client and secret, never shown again. */
  public record Seat(Organization organization, IssuedClient administrator) {}

  /** The result, with the name of the key that signs tokens. */
  public record Outcome(Seat platform, Seat tenant, String keyId) {}

  /**
   * Makes the platform organization, the first tenant, an administrator of each, and the first
   * signing key: all of it or, when anything fails, nothing.
   *
   * @param as makes the caller, given the platform's id
   * @throws io.iamplane.shared.IamException CONFLICT when there is a platform organization already,
   *     also when another bootstrap made it meanwhile; VALIDATION for an invalid key or name
   * @throws io.iamplane.key.seal.KeyProviderUnavailableException when the key cannot be sealed
   */
  public Outcome run(
      NewOrganization platform, NewOrganization tenant, Function<OrganizationId, Caller> as) {
    Caller caller = as.apply(OrganizationId.next());
    return transactions.call(() -> {
      // First, because its unique row makes a second bootstrap wait here and then fail.
      Organization first = createPlatform(caller, platform);
      Organization second =
          organizations.create(
              caller, new CreateOrganizationRequest(tenant.key(), tenant.name(), null));
      IssuedClient firstAdministrator = administrators.create(caller, first);
      IssuedClient secondAdministrator = administrators.create(caller, second);
      keys.ensureActive(caller, KeyPurpose.AUDIT);
      return new Outcome(
          new Seat(first, firstAdministrator),
          new Seat(second, secondAdministrator),
          keys.ensureActive(caller).kid());
    });
  }

  private Organization createPlatform(Caller caller, NewOrganization platform) {
    try {
      return organizations.createPlatform(caller, platform.key(), platform.name());
    } catch (IamException e) {
      if (e.code() == ErrorCode.CONFLICT) {
        throw IamException.conflict(
            "The platform organization already exists; nothing was changed.");
      }
      throw e;
    }
  }
}
