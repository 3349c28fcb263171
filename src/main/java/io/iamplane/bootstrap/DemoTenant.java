package io.iamplane.bootstrap;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.client.ClientService;
import io.iamplane.directory.organization.CreateOrganizationRequest;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.SigningKeys;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.util.Map;
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

  private static final String ADMINISTRATOR = "demo-ada";

  /** People for sign-in by external id: the tenant's administrator, and two without any right. */
  private static final Map<String, String> PEOPLE =
      Map.of(
          ADMINISTRATOR,
          "Ada Lund, administrator",
          "demo-rita",
          "Rita Moss, reviewer",
          "demo-bob",
          "Bob Finch");

  private final Transactions transactions;
  private final OrganizationService organizations;
  private final BootstrapAdministrator administrators;
  private final UserService users;
  private final GrantService grants;
  private final Changes changes;
  private final ClientService clients;
  private final SigningKeys keys;
  private final boolean production;

  DemoTenant(
      Transactions transactions,
      OrganizationService organizations,
      BootstrapAdministrator administrators,
      UserService users,
      GrantService grants,
      Changes changes,
      ClientService clients,
      SigningKeys keys,
      LaunchMode mode) {
    this.transactions = transactions;
    this.organizations = organizations;
    this.administrators = administrators;
    this.users = users;
    this.grants = grants;
    this.changes = changes;
    this.clients = clients;
    this.keys = keys;
    this.production = mode == LaunchMode.NORMAL;
  }

  /**
   * Creates the missing parts and keeps the present ones unchanged; true if something was missing.
   * The caller is made for the platform's id. Throws FORBIDDEN in production.
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
      boolean third = ensurePeople(caller, demo);
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

  /** Creates the missing people; false if there were none missing. */
  private boolean ensurePeople(Caller caller, Organization demo) {
    boolean made = false;
    for (Map.Entry<String, String> person : PEOPLE.entrySet()) {
      if (users.byExternalId(demo.id(), person.getKey()).isEmpty()) {
        changes.record(
            Change.policy(
                caller,
                demo.id(),
                recording -> makePerson(recording, person.getKey(), person.getValue())));
        made = true;
      }
    }
    return made;
  }

  private User makePerson(Recording recording, String externalId, String name) {
    User user = users.create(recording, CreateUserRequest.of(externalId, name, Map.of()));
    if (externalId.equals(ADMINISTRATOR)) {
      grants.grantAdministrator(recording, user.subject());
    }
    return user;
  }
}
