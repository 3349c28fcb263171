package io.iamplane.database;

import io.iamplane.database.Sql.RowReader;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Several statements that go to the database together and are answered together (PostgreSQL manual,
 * "Pipelining"), one after another: each sees the effects of the earlier ones, and a failure stops
 * the later ones. Without a transaction around it, a small one that reads no texts is one by
 * itself, which the server commits at its end: for a large answer the driver sends it in pieces.
 * For stores only; parameters as in {@link Sql}.
 */
public final class RoundTrip {

  private final Sql sql;
  private final List<Step> steps = new ArrayList<>();

  RoundTrip(Sql sql) {
    this.sql = sql;
  }

  /**
   * A statement of the round trip, and the same as a write; null when there is more to hear than
   * that it was carried out.
   */
  private record Step(
      String sql, @Nullable Object[] parameters, Reading reading, @Nullable Write write) {}

  @FunctionalInterface
  private interface Reading {
    void read(PreparedStatement statement) throws SQLException;
  }

  /** Adds a query; its rows are there once the round trip has run. */
  public <T> Supplier<List<T>> list(
      String query, RowReader<T> reader, @Nullable Object... parameters) {
    CompletableFuture<List<T>> rows = new CompletableFuture<>();
    steps.add(
        new Step(
            query, parameters, done -> rows.complete(Sql.rows(done.getResultSet(), reader)), null));
    return answer(rows);
  }

  /** Asks whether a query finds a row. */
  public Supplier<Boolean> exists(String query, @Nullable Object... parameters) {
    Supplier<List<Boolean>> rows = list(query, _ -> true, parameters);
    return () -> !rows.get().isEmpty();
  }

  private static <T> Supplier<T> answer(CompletableFuture<T> result) {
    return () -> {
      if (!result.isDone()) {
        throw new IllegalStateException("the round trip has not run");
      }
      return result.resultNow();
    };
  }

  /** Adds a write of some rows; how many there are is its own matter. */
  public void update(String statement, @Nullable Object... parameters) {
    add(new Write(Write.ANY, statement, parameters));
  }

  public Supplier<Integer> count(String statement, @Nullable Object... parameters) {
    CompletableFuture<Integer> rows = new CompletableFuture<>();
    steps.add(new Step(statement, parameters, done -> rows.complete(done.getUpdateCount()), null));
    return answer(rows);
  }

  /**
   * Adds a write of exactly so many rows: another number is a failure, which undoes nothing without
   * a transaction around it.
   */
  public void update(int rows, String statement, @Nullable Object... parameters) {
    add(new Write(rows, statement, parameters));
  }

  /** Adds a statement that fails if its condition is false; the number of rows does not matter. */
  public void require(String statement, @Nullable Object... parameters) {
    add(new Write(Write.ANY, statement, parameters));
  }

  /** Adds the statements of another one, in their order, in place of running it. */
  public void addAll(RoundTrip other) {
    steps.addAll(other.steps);
    other.steps.clear();
  }

  private void add(Write write) {
    steps.add(
        new Step(
            write.statement(), write.parameters(), done -> requireWritten(write, done), write));
  }

  static RoundTrip of(Sql sql, List<Write> writes) {
    RoundTrip trip = new RoundTrip(sql);
    writes.forEach(trip::add);
    return trip;
  }

  /** The added writes, and then those of changes in memory, in their order. */
  public RoundTrip with(List<MemoryTransaction> changes) {
    Stream<Write> later = changes.stream().flatMap(change -> change.writes().stream());
    return of(sql, Write.merged(Stream.concat(writes().stream(), later).toList()));
  }

  /** The added writes, for another transaction to send. */
  List<Write> writes() {
    return steps.stream()
        .map(step ->
            Objects.requireNonNull(step.write(), "a query cannot be sent in another transaction"))
        .toList();
  }

  /** Sends the added statements, once, and reads their results. */
  public void run() {
    if (!steps.isEmpty()) {
      sql.withStatement(
          steps.stream().map(Step::sql).collect(Collectors.joining(";")), this::carriedOut);
    }
  }

  private static void requireWritten(Write write, PreparedStatement done) throws SQLException {
    int written = done.getUpdateCount();
    if (write.rows() != Write.ANY && written != write.rows()) {
      throw new IllegalStateException(
          "expected to write %d rows, but wrote %d: %s"
              .formatted(write.rows(), written, write.statement()));
    }
  }

  private boolean carriedOut(PreparedStatement statement) throws SQLException {
    int at = 0;
    for (Step step : steps) {
      at = Sql.bind(statement, at, step.parameters());
    }
    statement.execute();
    for (Step step : steps) {
      step.reading().read(statement);
      statement.getMoreResults();
    }
    steps.clear();
    return true;
  }
}
