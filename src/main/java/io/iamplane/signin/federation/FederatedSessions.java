package io.iamplane.signin.federation;

import io.iamplane.database.Transactions;
import io.iamplane.escalation.PrivilegedSubjects;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.SessionCondition;
import io.iamplane.signin.SignInSession;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends sessions whose rights no rule may give: of a person who was here before, and has privileged
 * rights now, since who sets the rule could have begun one earlier, to wait for these; and of a
 * person whom claims put into a group that has such rights now, which the next sign-in ends.
 */
@Singleton
class FederatedSessions implements SessionCondition {

  private final FederatedIdentityStore identities;
  private final PrivilegedSubjects privileged;
  private final Transactions transactions;
  private final Clock clock;

  FederatedSessions(
      FederatedIdentityStore identities,
      PrivilegedSubjects privileged,
      Transactions transactions,
      Clock clock) {
    this.identities = identities;
    this.privileged = privileged;
    this.transactions = transactions;
    this.clock = clock;
  }

  @Override
  public boolean holds(SignInSession session) {
    if (!session.proof().isFederated()) {
      return true;
    }
    OrganizationId organization = session.organization();
    List<SubjectRef> concerned = new ArrayList<>();
    transactions.run(() -> {
      identities
          .given(organization, session.user())
          .forEach(each -> concerned.add(each.groupSubject()));
      if (identities.isLinked(organization, session.user())) {
        concerned.add(session.user().subject());
      }
    });
    return concerned.isEmpty()
        || privileged.among(organization, concerned, clock.instant()).isEmpty();
  }
}
