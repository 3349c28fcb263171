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
 * or locks, and postponed writes before any statement, in the same round trip if possible. A part
 * that only reads leaves nothing to undo.
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
   * The statements to send first.
   *
   * @param confirmation runs if the database carried them out
   * @param failure runs if one of the writes wrote another number of rows than required
   * @param refusal receives the reason if the database carried out none of them, nor the next one
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

  /** Returns true if the text shows a single statement that neither writes nor locks. */
  static boolean isRead(String sql) {
    return READS.matcher(sql).lookingAt() && !LOCKS.matcher(sql).find();
  }
}
