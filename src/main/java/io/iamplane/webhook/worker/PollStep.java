package io.iamplane.webhook.worker;

import io.iamplane.database.DatabaseFailure;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/** A task that repeats, regardless of earlier failures. */
final class PollStep {

  private static final Logger LOG = Logger.getLogger(PollStep.class);

  /** At four looks a second, a line a minute. */
  private static final int FAILURES_FOR_A_LINE = 240;

  private final String failed;
  private final BooleanSupplier look;
  private int failures;

  /**
   * Creates a poll.
   *
   * @param failed the message for a failure
   * @param look returns true if there was work
   */
  PollStep(String failed, BooleanSupplier look) {
    this.failed = failed;
    this.look = look;
  }

  /** Polls; returns true if there was work and it was done. */
  boolean succeeds() {
    try {
      boolean found = look.getAsBoolean();
      failures = 0;
      return found;
    } catch (RuntimeException e) {
      tell(e);
      return false;
    }
  }

  /** A database that is away comes back, and others tell of it; anything else lasts. */
  private void tell(RuntimeException failure) {
    boolean away =
        DatabaseFailure.of(failure).filter(DatabaseFailure.UNAVAILABLE::equals).isPresent()
            || (failure instanceof IamException e && e.code() == ErrorCode.DEPENDENCY_UNAVAILABLE);
    if (away || failures++ % FAILURES_FOR_A_LINE != 0) {
      LOG.debug(failed, failure);
    } else {
      LOG.warn(failed + "; will retry", failure);
    }
  }
}
