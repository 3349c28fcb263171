package io.iamplane.signin;

import io.iamplane.database.Transactions;
import io.iamplane.shared.ExpiredRows;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.function.IntUnaryOperator;
import org.jboss.logging.Logger;

/** Removes ended sessions and families, codes of expired tokens, and pushed requests. */
@Singleton
class ExpiredSignInsJob {

  private static final Logger LOG = Logger.getLogger(ExpiredSignInsJob.class);

  private final SessionUseStore sessions;
  private final RefreshFamilyStore families;
  private final AuthorizationCodeStore codes;
  private final PushedRequestStore pushed;
  private final Transactions transactions;
  private final Clock clock;

  ExpiredSignInsJob(
      SessionUseStore sessions,
      RefreshFamilyStore families,
      AuthorizationCodeStore codes,
      PushedRequestStore pushed,
      Transactions transactions,
      Clock clock) {
    this.sessions = sessions;
    this.families = families;
    this.codes = codes;
    this.pushed = pushed;
    this.transactions = transactions;
    this.clock = clock;
  }

  @Scheduled(every = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  void run() {
    remove("sessions", most -> sessions.removeEnded(clock.instant(), most));
    remove("refresh tokens", families::removeEnded);
    remove("codes", most -> codes.removeExpired(clock.instant(), most));
    remove("pushed requests", most -> pushed.removeExpired(clock.instant(), most));
  }

  private void remove(String what, IntUnaryOperator portion) {
    try {
      ExpiredRows.remove(most -> transactions.call(() -> portion.applyAsInt(most)));
    } catch (RuntimeException e) {
      LOG.warnf("expired %s were not removed: %s", what, e.getMessage());
    }
  }
}
