package io.iamplane.grant;

import io.iamplane.database.Transactions;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
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
    if (!caller.subject().type().equals(SubjectRef.SERVICE_ACCOUNT)) {
      return Verdict.DENIED;
    }
    return ServiceAccountId.parse(caller.subject().id())
        .map(account -> decide(caller.organization(), account))
        .orElse(Verdict.DENIED);
  }

  private Verdict decide(OrganizationId organization, ServiceAccountId account) {
    try {
      boolean holds =
          transactions.call(() -> grants.holdsRole(organization, account, AdministratorGrant.ROLE));
      return holds ? Verdict.ALLOWED : Verdict.DENIED;
    } catch (IamException e) {
      return e.code() == ErrorCode.DEPENDENCY_UNAVAILABLE ? Verdict.UNAVAILABLE : Verdict.DENIED;
    } catch (RuntimeException e) {
      LOG.error("the permission could not be decided, so it is refused", e);
      return Verdict.DENIED;
    }
  }
}
