package io.iamplane.grant;

import io.iamplane.change.Recording;
import io.iamplane.directory.account.AccountClients;
import io.iamplane.directory.client.ClientView;
import io.iamplane.directory.organization.AdministratorMaker;
import io.iamplane.directory.organization.CreateAdministratorRequest;
import jakarta.inject.Singleton;
import java.util.Objects;

/** An administrator is a service account that holds the administrator's role, and its client. */
@Singleton
class AdministratorInstaller implements AdministratorMaker {

  private final AccountClients accounts;
  private final GrantService grants;

  AdministratorInstaller(AccountClients accounts, GrantService grants) {
    this.accounts = accounts;
    this.grants = grants;
  }

  @Override
  public ClientView make(Recording recording, CreateAdministratorRequest request) {
    AccountClients.Shown made = accounts.create(recording, request.account());
    grants.grantAdministrator(recording, made.account().subject());
    return Objects.requireNonNull(made.client());
  }
}
