package io.iamplane.grant;

import io.iamplane.database.Transactions;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/**
 * Knows the seeded administrator role and nothing else: its holders may use every operation of
 * their organization. The decision engine takes this port over.
 */
@ApplicationScoped
class AdministratorAuthorizer implements Authorizer {

  private static final Logger LOG = Logger.getLogger(AdministratorAuthorizer.class);

  private final GrantStore grants;
  private final Transactions transactions;

  AdministratorAuthorizer(GrantStore grants, Transactions transactions) {
    this.grants = grants;
    this.transactions = transactions;
  }

  @Override
  public Verdict authorize(Caller caller, String permission) {
    try {
      boolean holds =
          transactions.call(() ->
              grants.holdsRole(caller.organization(), caller.subject(), AdministratorGrant.ROLE));
      return holds ? Verdict.ALLOWED : Verdict.DENIED;
    } catch (IamException e) {
      return e.code() == ErrorCode.DEPENDENCY_UNAVAILABLE ? Verdict.UNAVAILABLE : Verdict.DENIED;
    } catch (RuntimeException e) {
      LOG.error("the permission could not be decided, so it is refused", e);
      return Verdict.DENIED;
    }
  }
}
