package io.iamplane.decision.log;

import io.iamplane.database.Sql;
import io.iamplane.decision.block.Block;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes blocks of decisions, and the numbers that are folded later. */
@Singleton
class DecisionLogStore {

  private static final int SECONDS = 60;

  private final Sql sql;

  DecisionLogStore(Sql sql) {
    this.sql = sql;
  }

  boolean has(Block block) {
    return sql.first(
            "SELECT 1 FROM iam_decisions WHERE organization_id = ? AND id = ?",
            row -> true,
            block.organization().value(),
            block.id())
        .isPresent();
  }

  void insert(List<Block> blocks) {
    sql.batch(
        """
        INSERT INTO iam_decisions
          (organization_id, id, last_id, decisions, denied, step_up, filter, body, root)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        blocks.stream()
            .map(block ->
                new @Nullable Object[] {
                  block.organization().value(),
                  block.id(),
                  block.lastId(),
                  block.decisions(),
                  block.denied(),
                  block.stepUp(),
                  block.filter(),
                  block.body(),
                  block.root()
                })
            .toList());
    sql.update(
        """
        INSERT INTO iam_decision_unsealed (organization_id, id, decisions, root)
        SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::integer[], ?::bytea[])
        """,
        blocks.stream().map(block -> block.organization().value()).toArray(UUID[]::new),
        blocks.stream().map(Block::id).toArray(UUID[]::new),
        blocks.stream().map(Block::decisions).toArray(Integer[]::new),
        blocks.stream().map(Block::root).toArray(byte[][]::new));
  }

  void count(List<DecisionCount> counts) {
    sql.update(
        """
        INSERT INTO iam_decision_counts_new
          (organization_id, minute, application, key, reason, logged, number)
        SELECT * FROM unnest(?::uuid[], ?::timestamptz[], ?::text[], ?::text[], ?::text[],
          ?::boolean[], ?::bigint[])
        """,
        counts.stream().map(each -> each.organization().value()).toArray(UUID[]::new),
        counts.stream().map(DecisionLogStore::minute).toArray(String[]::new),
        counts.stream().map(DecisionCount::application).toArray(String[]::new),
        counts.stream().map(DecisionCount::key).toArray(String[]::new),
        counts.stream().map(each -> each.reason().wire()).toArray(String[]::new),
        counts.stream().map(DecisionCount::logged).toArray(Boolean[]::new),
        counts.stream().map(DecisionCount::number).toArray(Long[]::new));
  }

  /** The present transaction, to ask about when its outcome is unknown. */
  String transaction() {
    return sql.first("SELECT pg_current_xact_id()::text AS id", row -> row.getString("id"))
        .orElseThrow();
  }

  /**
   * The outcome of a transaction: {@code committed}, {@code aborted} or {@code in progress}. A
   * database that took over from a lost one may never have had it.
   */
  String outcome(String transaction) {
    return sql.first(
            """
            SELECT coalesce(CASE WHEN asked.id < pg_snapshot_xmax(pg_current_snapshot())
              THEN pg_xact_status(asked.id) END, 'aborted') AS outcome
            FROM (SELECT ?::xid8 AS id) asked
            """,
            row -> row.getString("outcome"),
            transaction)
        .orElseThrow();
  }

  /** Makes the partitions of some days, and drops those before another. */
  DecisionPartitions.Changed ensurePartitions(LocalDate first, LocalDate last, LocalDate before) {
    return sql.list(
            "SELECT made, dropped FROM iam_ensure_decision_partitions(?, ?, ?)",
            row -> new DecisionPartitions.Changed(row.getInt("made"), row.getInt("dropped")),
            first,
            last,
            before)
        .getFirst();
  }

  private static String minute(DecisionCount count) {
    return Instant.ofEpochSecond(count.minute() * SECONDS).toString();
  }
}
