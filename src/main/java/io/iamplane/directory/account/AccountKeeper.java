package io.iamplane.directory.account;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import java.util.Optional;

/** The keeper of service accounts of its own, with clients that are reached through it alone. */
public interface AccountKeeper {

  /**
   * @return the path below the API at which its client is rotated ({@code …/rotate-secret}) and
   *     revoked ({@code …/revoke-client}); empty if the account is not one of these
   */
  Optional<String> pathOf(OrganizationId organization, ServiceAccountId account);
}
