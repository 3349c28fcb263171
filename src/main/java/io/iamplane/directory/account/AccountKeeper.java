package io.iamplane.directory.account;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import java.util.Optional;

/** Something that keeps service accounts of its own, whose clients are reached through it alone. */
public interface AccountKeeper {

  /**
   * Whose an account is.
   *
   * @return the path below the API where its client is rotated ({@code …/rotate-secret}) and
   *     revoked ({@code …/revoke-client}); empty when the account is not one of these
   */
  Optional<String> pathOf(OrganizationId organization, ServiceAccountId account);
}
