package io.iamplane.signin.federation;

import io.iamplane.database.Transactions;
import io.iamplane.escalation.PrivilegedSubjects;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.SessionCondition;
import io.iamplane.signin.SignInSession;
import jakarta.inject.Singleton;
import java.time.Clock;

/**
 * Stops sessions that a rule opened for a person who was here before, once the person has
 * privileged rights: who sets the rule could have begun one earlier, to wait for these.
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
    if (!session.isFederated()
        || !transactions.call(() -> identities.isLinked(session.organization(), session.user()))) {
      return true;
    }
    SubjectRef person = new SubjectRef(SubjectRef.USER, session.user().toString());
    return !privileged.contain(session.organization(), person, clock.instant());
  }
}
