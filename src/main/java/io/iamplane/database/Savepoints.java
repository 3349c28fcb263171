package io.iamplane.database;

import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts a savepoint before the first statement of a part of a {@link SharedTransaction} that writes
 * or locks, and what was postponed before any statement, in the same round trip where it can. A
 * part that only reads leaves nothing to undo.
 */
@Singleton
class Savepoints implements Sql.Prelude {

  private static final Pattern READS = Pattern.compile("\\s*select\\b", Pattern.CASE_INSENSITIVE);

  /** Rows, advisory locks, and the limit of the wait for them. */
  private static final Pattern LOCKS =
      Pattern.compile("\\bfor\\s+(?:update|no key|share|key)|lock|;", Pattern.CASE_INSENSITIVE);

  private final TransactionSynchronizationRegistry registry;

  Savepoints(TransactionSynchronizationRegistry registry) {
    this.registry = registry;
  }

  /**
   * What has to be sent first.
   *
   * @param confirmation that the database carried it out
   * @param failure that one of the writes wrote another number of rows than it must
   * @param refusal why the database carried out none of it, nor what follows it
   */
  record Due(
      List<Write> writes,
      Runnable confirmation,
      Runnable failure,
      Consumer<DatabaseFailure> refusal) {}

  @Override
  public void ready() {
    SharedTransaction shared = current();
    if (shared != null) {
      shared.connect();
    }
  }

  @Override
  public Optional<Due> before(String sql) {
    SharedTransaction shared = current();
    return shared == null
        ? Optional.empty()
        : shared.due(shared.isUnmarked() && (shared.hasPostponed() || !isRead(sql)));
  }

  @Override
  public boolean postpone(Write write) {
    SharedTransaction shared = current();
    if (shared == null) {
      return false;
    }
    shared.postpone(write);
    return true;
  }

  @Override
  public boolean require(Write condition) {
    SharedTransaction shared = current();
    return shared != null && shared.require(condition);
  }

  private @Nullable SharedTransaction current() {
    // The key is asked for first, since outside a transaction a registry refuses other questions.
    return registry.getTransactionKey() != null
            && registry.getResource(SharedTransaction.class) instanceof SharedTransaction shared
        ? shared
        : null;
  }

  /** Whether a statement leaves nothing behind, as far as its text shows; several never do. */
  static boolean isRead(String sql) {
    return READS.matcher(sql).lookingAt() && !LOCKS.matcher(sql).find();
  }
}
