package io.iamplane.change;

import io.iamplane.database.Keyset;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.database.Sql;
import io.quarkus.arc.Arc;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.StatelessSession;

/**
 * The rows of one table: entities {@code E} by a key {@code K}. A store takes and gives their
 * values {@code D}; its entities never leave it.
 *
 * <p>Every write is flushed, so that the order of statements is the order of calls and a constraint
 * fails in the call that breaks it. Every read asks the database: rows read before the lock of the
 * tenant's version must not count after it.
 */
public abstract class RowStore<E extends RowStore.Row<D>, D, K>
    implements PanacheRepositoryBase<E, K> {

  /** An entity; package-private as the store. */
  public interface Row<D> {

    D value();

    /** Copies the mutable members of a value. */
    void take(D value, Instant at);
  }

  protected final Optional<D> at(K key) {
    forgetReads();
    return findByIdOptional(key).map(Row::value);
  }

  /** The one row, or the first, that a condition in HQL finds. */
  protected final Optional<D> one(String condition, Object... parameters) {
    forgetReads();
    return find(condition, parameters).firstResultOptional().map(Row::value);
  }

  protected final List<D> all(String condition, Object... parameters) {
    forgetReads();
    return values(list(condition, parameters));
  }

  /** The values of a query of whole rows, planned for its own values every time. */
  protected final List<D> rows(Class<E> entity, Keyset query) {
    return values(Sql.list(query, forgetReads(), entity));
  }

  private List<D> values(List<E> rows) {
    List<D> values = rows.stream().map(Row::value).toList();
    forgetReads();
    return values;
  }

  /** Inserts a row; its key and other immutable members are set. */
  protected final void insert(Recording recording, E row, D value) {
    MemoryTransaction.requireNone();
    row.take(value, recording.at());
    // Sent as it is: a managed row would be looked at twice more, when it is taken over and
    // flushed.
    Arc.container().instance(StatelessSession.class).get().insert(row);
  }

  protected final void update(Recording recording, K key, D value) {
    update(recording, key, row -> row.take(value, recording.at()));
  }

  /** Changes members that are no part of the value, such as a secret. */
  protected final void update(Recording recording, K key, Consumer<E> change) {
    change.accept(held(key));
    flush();
    forgetReads();
  }

  protected final void delete(Recording recording, K key) {
    delete(held(key));
    flush();
    forgetReads();
  }

  /** Asks the database only when the row was not the last one read, as rules mostly want. */
  private E held(K key) {
    MemoryTransaction.requireNone();
    E row = findById(key);
    if (row == null) {
      throw new IllegalStateException("a row disappeared while its tenant was locked");
    }
    return row;
  }

  /** Clears the session; nothing is lost, since every write was flushed. */
  private Session forgetReads() {
    MemoryTransaction.requireNone();
    Session session = getSession();
    if (!session.isJoinedToTransaction()) {
      throw new IllegalStateException("rows must be read and written inside a transaction");
    }
    session.clear();
    return session;
  }
}
