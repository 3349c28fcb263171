package io.iamplane.decision.erasure;

import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.decision.erasure.ErasedPerson.External;
import io.iamplane.directory.user.User;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Begins erasures of people from the log of decisions, and shows how far they are. They are carried
 * out behind the request: see {@link ErasureSteps}.
 */
@Singleton
public class DecisionErasures {

  /** Questions about the erased id, and answers of replicas, may follow for some time. */
  static final Duration AFTERWARDS = Duration.ofHours(1);

  private final DecisionErasureStore store;
  private final Transactions transactions;
  private final Clock clock;

  DecisionErasures(DecisionErasureStore store, Transactions transactions, Clock clock) {
    this.store = store;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Begins the erasure of a user, as it was, with the recorded change that erases the rest. */
  public void begin(Recording recording, User before) {
    begin(recording.organization(), before, recording.at(), External.of(before.externalId()));
  }

  /**
   * Begins again for a user who is erased already, unless that is going on: decisions by the id may
   * have been recorded since.
   */
  public void beginAgain(OrganizationId organization, User erased) {
    transactions.run(() -> {
      boolean running =
          store
              .last(organization, erased.id().value())
              .filter(last -> last.state() == DecisionErasureView.State.RUNNING)
              .isPresent();
      if (!running) {
        begin(organization, erased, clock.instant(), null);
      }
    });
  }

  private void begin(
      OrganizationId organization, User user, Instant at, @Nullable External external) {
    store.begin(
        organization,
        UuidV7.next(),
        user.id().value(),
        new ErasedPerson(user.subject().toString(), user.createdAt(), at, external),
        at.plus(AFTERWARDS));
  }

  /** The state of the last erasure of a user; empty without one. */
  public Optional<DecisionErasureView> of(OrganizationId organization, User user) {
    return transactions.call(() -> store.last(organization, user.id().value()));
  }
}
