package io.iamplane.database;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a change that is carried out in memory, for a later transaction of the database to
 * send. Its work reaches no database: a statement other than {@link Sql#updateLater} is refused.
 */
public final class MemoryTransaction {

  private static final ScopedValue<MemoryTransaction> PRESENT = ScopedValue.newInstance();

  private static final MemoryTransaction NONE = new MemoryTransaction(false);

  private final boolean isLocked;
  private final List<Write> writes = new ArrayList<>();
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final Map<Class<?>, Object> attached = new HashMap<>();

  /**
   * @param isLocked true if the thread has a transaction that has locked the tenant
   */
  public MemoryTransaction(boolean isLocked) {
    this.isLocked = isLocked;
  }

  /** Ends work in memory that asks the database: it has to be done in a transaction. */
  public static final class NeedsDatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NeedsDatabaseException() {
      super("a change in memory needs the database", null, false, false);
    }
  }

  /**
   * Carries work out in this transaction.
   *
   * @throws NeedsDatabaseException if the work asks the database
   */
  public <T> T call(Supplier<T> work) {
    return ScopedValue.where(PRESENT, this).call(work::get);
  }

  public static boolean isPresent() {
    return present() != null;
  }

  /** Ends work in memory that needs a database, by {@link NeedsDatabaseException}. */
  public static void requireNone() {
    if (isPresent()) {
      throw new NeedsDatabaseException();
    }
  }

  /** Reads, also in memory if its tenant is locked: memory may lack versions of other processes. */
  public static <T> T reading(Supplier<T> work) {
    MemoryTransaction memory = present();
    return memory != null && memory.isLocked ? NONE.call(work) : work.get();
  }

  static @Nullable MemoryTransaction present() {
    return PRESENT.isBound() && PRESENT.get() != NONE ? PRESENT.get() : null;
  }

  void add(Write write) {
    writes.add(write);
  }

  List<Write> writes() {
    return writes;
  }

  void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  /** Runs the actions of the work, once its writes are committed. */
  public void committed() {
    Transactions.runAll(afterCommit);
  }

  <T> T attached(Class<T> type, Supplier<T> first) {
    return type.cast(attached.computeIfAbsent(type, _ -> first.get()));
  }

  /** Refuses statements of Hibernate. */
  @Singleton
  @PersistenceUnitExtension
  static class Inspector implements StatementInspector {

    private static final long serialVersionUID = 1L;

    @Override
    public String inspect(String statement) {
      requireNone();
      return statement;
    }
  }
}
