package io.iamplane.catalog.application;

import io.iamplane.directory.account.AccountKeeper;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The accounts that applications' own clients stand for. */
@Singleton
class ApplicationAccounts implements AccountKeeper {

  private final ApplicationService applications;

  ApplicationAccounts(ApplicationService applications) {
    this.applications = applications;
  }

  @Override
  public Optional<String> pathOf(OrganizationId organization, ServiceAccountId account) {
    return applications
        .ofAccount(organization, account)
        .map(Application::key)
        .map("applications/"::concat);
  }
}
