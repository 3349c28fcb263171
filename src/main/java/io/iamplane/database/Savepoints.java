package io.iamplane.database;

import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Puts a savepoint before the first statement of a part of a {@link SharedTransaction} that writes
 * or locks, in the same round trip where it can. A part that only reads leaves nothing to undo.
 */
@Singleton
class Savepoints {

  private static final Pattern READS = Pattern.compile("\\s*select\\b", Pattern.CASE_INSENSITIVE);

  /** Rows, advisory locks, and the limit of the wait for them. */
  private static final Pattern LOCKS =
      Pattern.compile("\\bfor\\s+(?:update|no key|share|key)|lock|;", Pattern.CASE_INSENSITIVE);

  private final TransactionSynchronizationRegistry registry;

  Savepoints(TransactionSynchronizationRegistry registry) {
    this.registry = registry;
  }

  /**
   * A savepoint that is due.
   *
   * @param commands set it
   * @param confirmation that the database carried them out
   */
  record Due(String commands, Runnable confirmation) {}

  /** What a statement must be sent behind; empty when it needs none. */
  Optional<Due> before(String sql) {
    // Asked first, since outside a transaction a registry refuses any other question.
    if (registry.getTransactionKey() == null
        || !(registry.getResource(SharedTransaction.class) instanceof SharedTransaction shared)
        || !shared.isUnmarked()
        || isRead(sql)) {
      return Optional.empty();
    }
    return Optional.of(new Due(shared.mark(), shared::marked));
  }

  /** Whether a statement leaves nothing behind, as far as its text shows; several never do. */
  static boolean isRead(String sql) {
    return READS.matcher(sql).lookingAt() && !LOCKS.matcher(sql).find();
  }
}
