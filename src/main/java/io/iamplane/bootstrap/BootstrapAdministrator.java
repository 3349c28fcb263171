package io.iamplane.bootstrap;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.client.ClientService;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.client.NewClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.Caller;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.function.BiFunction;

/** Makes an organization's administrator: a service account, its grant, and a client to log in. */
@Singleton
class BootstrapAdministrator {

  private final Changes changes;
  private final ServiceAccountService accounts;
  private final GrantService grants;
  private final ClientService clients;

  BootstrapAdministrator(
      Changes changes, ServiceAccountService accounts, GrantService grants, ClientService clients) {
    this.changes = changes;
    this.accounts = accounts;
    this.grants = grants;
    this.clients = clients;
  }

  IssuedClient create(Caller caller, Organization organization) {
    return create(caller, organization, clients::create);
  }

  /** Creates an administrator with a client of that name and a possibly public secret. */
  IssuedClient createDevelopment(
      Caller caller, Organization organization, String clientId, String secret) {
    return create(
        caller,
        organization,
        (recording, client) -> clients.createDevelopment(recording, client, clientId, secret));
  }

  private IssuedClient create(
      Caller caller,
      Organization organization,
      BiFunction<Recording, NewClient, IssuedClient> issue) {
    return changes.record(
        Change.policy(
            caller,
            organization.id(),
            recording -> {
              ServiceAccount account = accounts.create(recording, "administrator");
              grants.grantAdministrator(recording, account.subject());
              return issue.apply(
                  recording, new NewClient(organization.id(), account.subject(), Set.of()));
            }));
  }
}
