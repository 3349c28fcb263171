package io.iamplane.database;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * Runs SQL on the connection of the current transaction, or on one of its own without a
 * transaction. For stores only. Parameters may be null, a {@link java.util.UUID}, an {@link
 * Instant}, a byte array, a column of {@link Columns}, or any type that JDBC takes.
 */
@Singleton
public class Sql {

  private static final int FETCH_ROWS = 2_000;

  private final DataSource dataSource;
  private final Supplier<PoolShares.Share> shares;

  @Inject
  Sql(DataSource dataSource, PoolShares shares) {
    this(
        dataSource,
        () -> {
          MemoryTransaction.requireNone();
          return shares.enter();
        });
  }

  Sql(DataSource dataSource, Supplier<PoolShares.Share> shares) {
    this.dataSource = dataSource;
    this.shares = shares;
  }

  /** Reads one row of a result; the cursor stands on it. */
  @FunctionalInterface
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Sees one row of a result; the cursor stands on it. */
  @FunctionalInterface
  public interface RowVisitor {
    void visit(ResultSet row) throws SQLException;
  }

  public <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... parameters) {
    return withStatement(
        sql,
        statement -> {
          bind(statement, 0, parameters);
          return rows(statement.executeQuery(), reader);
        });
  }

  /**
   * One page, planned for its own values every time. The plan that PostgreSQL keeps for a statement
   * after some calls is for an average tenant: among many small tenants it expects a single row,
   * then every index looks equally good, and for a large tenant it may read all of a role's grants
   * to find those of one subject, or sort all that a filter matches.
   */
  public <T> List<T> list(Keyset query, RowReader<T> reader) {
    return withStatement(
        query.sql(),
        statement -> {
          // Never a named statement: only those keep a plan.
          statement.unwrap(PGStatement.class).setPrepareThreshold(0);
          bind(statement, 0, query.parameters());
          return rows(statement.executeQuery(), reader);
        });
  }

  /** Reads a page like {@link #list(Keyset, RowReader)}, as entities of a session. */
  public static <E> List<E> list(Keyset query, Session session, Class<E> entity) {
    NativeQuery<E> page = session.createNativeQuery(query.sql(), entity);
    page.setReadOnly(true);
    @Nullable Object[] parameters = query.parameters();
    for (int i = 0; i < parameters.length; i++) {
      page.setParameter(i + 1, parameters[i]);
    }
    return session.doReturningWork(connection -> {
      PGConnection driver = connection.unwrap(PGConnection.class);
      int usual = driver.getPrepareThreshold();
      driver.setPrepareThreshold(0);
      try {
        return page.getResultList();
      } finally {
        driver.setPrepareThreshold(usual);
      }
    });
  }

  /**
   * Visits every row without holding them all: inside a transaction the driver fetches them in
   * portions.
   */
  public void forEach(String sql, RowVisitor visitor, @Nullable Object... parameters) {
    forEachWhile(
        sql,
        row -> {
          visitor.visit(row);
          return true;
        },
        parameters);
  }

  /** Visits rows like {@link #forEach} until the reader returns false; fetches no more then. */
  public void forEachWhile(String sql, RowReader<Boolean> reader, @Nullable Object... parameters) {
    withStatement(
        sql,
        statement -> {
          bind(statement, 0, parameters);
          statement.setFetchSize(FETCH_ROWS);
          try (ResultSet result = statement.executeQuery()) {
            boolean goOn = true;
            while (goOn && result.next()) {
              goOn = reader.read(result);
            }
          }
          return true;
        });
  }

  public <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... parameters) {
    return list(sql, reader, parameters).stream().findFirst();
  }

  /** Returns true if a query has a row. */
  public boolean exists(String sql, @Nullable Object... parameters) {
    return first(sql, _ -> true, parameters).isPresent();
  }

  /** Takes a lock of this name until the transaction ends; false if another process has it. */
  public boolean tryLock(String name) {
    return list(
            "SELECT pg_try_advisory_xact_lock(hashtext(?)) AS taken",
            row -> row.getBoolean("taken"),
            name)
        .getFirst();
  }

  public int update(String sql, @Nullable Object... parameters) {
    return withStatement(
        sql,
        statement -> {
          bind(statement, 0, parameters);
          return statement.executeUpdate();
        });
  }

  /**
   * Gives or takes rights. Callers quote the names in it, since they are no parameters.
   *
   * @throws IllegalArgumentException for any other statement: rows are written by {@link #update}
   */
  public void rights(String grantOrRevoke) {
    if (!grantOrRevoke.startsWith("GRANT ") && !grantOrRevoke.startsWith("REVOKE ")) {
      throw new IllegalArgumentException(
          "the statement is neither GRANT nor REVOKE: " + grantOrRevoke);
    }
    execute(grantOrRevoke);
  }

  /** Runs a statement that neither reads nor writes rows, such as SET. */
  void execute(String sql) {
    withStatement(sql, PreparedStatement::execute);
  }

  /** Writes one row, or fails: a write that matched nothing must not report success. */
  public void updateOne(String sql, @Nullable Object... parameters) {
    int rows = update(sql, parameters);
    if (rows != 1) {
      throw new IllegalStateException("expected to write one row, but wrote " + rows + ": " + sql);
    }
  }

  /**
   * Writes exactly so many rows: in a {@link MemoryTransaction} together with all that the change
   * leaves, else at once. If it fails in memory, the change is done again in a transaction.
   * Consecutive writes by one statement become one; so their effect must not depend on the division
   * of their arrays.
   */
  public void updateLater(int rows, String statement, @Nullable Object... parameters) {
    MemoryTransaction memory = MemoryTransaction.present();
    if (memory == null) {
      RoundTrip trip = roundTrip();
      trip.update(rows, statement, parameters);
      trip.run();
    } else {
      memory.add(new Write(rows, statement, parameters));
    }
  }

  /** Runs one statement for every row of parameters, in one round trip where the driver can. */
  public void batch(String sql, List<@Nullable Object[]> rows) {
    if (rows.isEmpty()) {
      return;
    }
    withStatement(
        sql,
        statement -> {
          for (@Nullable Object[] row : rows) {
            bind(statement, 0, row);
            statement.addBatch();
          }
          return statement.executeBatch();
        });
  }

  public RoundTrip roundTrip() {
    return new RoundTrip(this);
  }

  <T> T withStatement(String sql, StatementWork<T> work) {
    try (var _ = shares.get();
        Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      return work.run(statement);
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  /** Reads a result to its end, and closes it. */
  static <T> List<T> rows(ResultSet result, RowReader<T> reader) throws SQLException {
    try (result) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(reader.read(result));
      }
      return rows;
    }
  }

  /** Sets the parameters after the first {@code at}, and says how many are set then. */
  static int bind(PreparedStatement statement, int at, @Nullable Object[] parameters)
      throws SQLException {
    int index = at;
    for (Object value : parameters) {
      index++;
      switch (value) {
        case Instant instant -> statement.setObject(index, instant.atOffset(ZoneOffset.UTC));
        case ArrayParameter array -> array.bind(statement, index);
        case null, default -> statement.setObject(index, value);
      }
    }
    return index;
  }

  public static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  /**
   * Reads a {@code timestamptz} column that an owner of the table may have emptied: the epoch,
   * which nothing of ours is as old as, in the place of nothing.
   */
  public static Instant instantOrEpoch(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNullElse(instantOrNull(row, column), Instant.EPOCH);
  }

  public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  @FunctionalInterface
  interface StatementWork<T> {
    T run(PreparedStatement statement) throws SQLException;
  }
}
