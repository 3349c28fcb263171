package io.iamplane.bootstrap;

import io.iamplane.database.Transactions;
import io.iamplane.directory.client.ClientService;
import io.iamplane.directory.organization.CreateOrganizationRequest;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.Function;

/**
 * Something to try the service with: a platform organization, a tenant {@code demo} with some
 * people, and an administrator of each with a secret that is printed in our documentation.
 */
@Singleton
public class DemoTenant {

  /** Administers the platform organization. */
  public static final String PLATFORM_CLIENT = "dev-admin";

  public static final String PLATFORM_SECRET = "dev-secret";

  /** Administers the tenant {@value #KEY}. */
  public static final String TENANT_CLIENT = "demo-admin";

  public static final String TENANT_SECRET = "demo-secret";

  public static final String KEY = "demo";

  private final Transactions transactions;
  private final OrganizationService organizations;
  private final BootstrapAdministrator administrators;
  private final DemoPeople people;
  private final ClientService clients;
  private final SigningKeys keys;
  private final boolean production;

  @Inject
  DemoTenant(
      Transactions transactions,
      OrganizationService organizations,
      BootstrapAdministrator administrators,
      DemoPeople people,
      ClientService clients,
      SigningKeys keys,
      LaunchMode mode) {
    this.transactions = transactions;
    this.organizations = organizations;
    this.administrators = administrators;
    this.people = people;
    this.clients = clients;
    this.keys = keys;
    this.production = mode == LaunchMode.NORMAL;
  }

  /**
   * Creates the missing parts, true if there is one, and keeps the present ones unchanged. The
   * caller is made for the platform's id. Throws FORBIDDEN in production.
   */
  public boolean load(Function<OrganizationId, Caller> as) {
    requireDevelopment();
    return transactions.call(() -> {
      Organization platform =
          organizations
              .platform()
              .orElseGet(() ->
                  organizations.createPlatform(
                      as.apply(OrganizationId.next()), "platform", "Platform"));
      Caller caller = as.apply(platform.id());
      keys.ensureActive(caller);
      keys.ensureActive(caller, KeyPurpose.AUDIT);
      boolean first = ensureClient(caller, platform, PLATFORM_CLIENT, PLATFORM_SECRET);
      Organization demo = demo(caller);
      boolean second = ensureClient(caller, demo, TENANT_CLIENT, TENANT_SECRET);
      boolean third = people.ensure(caller, demo);
      return first || second || third;
    });
  }

  /** Throws FORBIDDEN in production, before anything else is asked. */
  public void requireDevelopment() {
    if (production) {
      throw IamException.of(
          ErrorCode.FORBIDDEN,
          "The demo tenant's secrets are public, so the packaged application, which counts as"
              + " production, does not load the tenant.");
    }
  }

  private Organization demo(Caller caller) {
    return organizations
        .byKey(KEY)
        .orElseGet(() ->
            organizations.create(caller, new CreateOrganizationRequest(KEY, "Demo tenant", null)));
  }

  private boolean ensureClient(
      Caller caller, Organization organization, String clientId, String secret) {
    if (clients.exists(clientId)) {
      return false;
    }
    administrators.createDevelopment(caller, organization, clientId, secret);
    return true;
  }
}
