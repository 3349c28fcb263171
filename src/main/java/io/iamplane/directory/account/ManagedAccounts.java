package io.iamplane.directory.account;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Keeps managers of service accounts from the clients of applications, which need another
 * permission.
 */
@Singleton
class ManagedAccounts {

  private final ServiceAccountService accounts;
  private final List<AccountKeeper> keepers;

  ManagedAccounts(ServiceAccountService accounts, @All List<AccountKeeper> keepers) {
    this.accounts = accounts;
    this.keepers = keepers;
  }

  /**
   * Refuses to touch the client of an account that something else keeps.
   *
   * @param reference of the account: its id or external id
   * @throws IamException NOT_FOUND; CONFLICT naming the way
   */
  void requireFree(OrganizationId organization, String reference) {
    ServiceAccount account = accounts.get(organization, reference);
    keepers.stream()
        .map(keeper -> keeper.pathOf(organization, account.id()))
        .flatMap(Optional::stream)
        .findFirst()
        .ifPresent(path -> {
          throw IamException.conflict(
              ("This account belongs to an application; change its client with %1$s/rotate-secret or"
                      + " %1$s/revoke-client.")
                  .formatted(path));
        });
  }
}
