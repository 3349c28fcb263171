package io.iamplane.metrics.decision;

import io.iamplane.database.Sql;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.CountStep;
import io.iamplane.shared.metric.MetricsWindow;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Singleton
class CountStore {

  /** The reasons that allow, or would at a higher assurance. */
  private static final String[] NO_DENIALS =
      Arrays.stream(ReasonCode.values())
          .filter(reason -> Outcome.of(reason) != Outcome.DENY)
          .map(ReasonCode::wire)
          .toArray(String[]::new);

  private static final String FOLD =
      """
      WITH taken AS (
        DELETE FROM iam_decision_counts_new WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM iam_decision_counts_new LIMIT ?))
        RETURNING *),
      steps AS (
        SELECT t.*, s.step, date_trunc(s.step, t.minute, 'UTC') AS start
        FROM taken t CROSS JOIN (VALUES ('minute'), ('hour'), ('day')) AS s (step)),
      denials AS (
        INSERT INTO iam_decision_denials AS known
          (organization_id, step, start, application, key, number)
        SELECT organization_id, step, start, application, key, sum(number)
        FROM steps WHERE key <> '' AND reason <> ALL (?)
        GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (organization_id, step, start, application, key) DO UPDATE
          SET number = known.number + excluded.number)
      INSERT INTO iam_decision_totals AS known
        (organization_id, step, start, application, reason, number, unlogged)
      SELECT organization_id, step, start, application, reason, sum(number),
        coalesce(sum(number) FILTER (WHERE NOT logged), 0)
      FROM steps GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (organization_id, step, start, application, reason) DO UPDATE
        SET number = known.number + excluded.number,
          unlogged = known.unlogged + excluded.unlogged
      """;

  /** Filters by one application, or by all except the control plane. */
  private static final String APPLICATION =
      " AND CASE WHEN ?::text IS NULL THEN application <> 'iam' ELSE application = ? END ";

  private static final String TOTALS =
      """
      SELECT date_bin(?::interval, start, ?) AS point, reason,
        sum(number) AS number, sum(unlogged) AS unlogged
      FROM (
        SELECT start, reason, number, unlogged FROM iam_decision_totals
        WHERE organization_id = ? AND step = ? AND start >= ? AND start < ?
      """
          + APPLICATION
          + """
          UNION ALL
          SELECT minute, reason, number, CASE WHEN logged THEN 0 ELSE number END
          FROM iam_decision_counts_new
          WHERE organization_id = ? AND minute >= ? AND minute < ?
          """
          + APPLICATION
          + ") counted GROUP BY 1, 2 ORDER BY 1";

  private static final String DENIALS =
      """
      SELECT key, number FROM iam_decision_denials
      WHERE organization_id = ? AND step = ? AND start >= ? AND start < ?
      """
          + APPLICATION;

  private static final String TOP_DENIED =
      "SELECT key, sum(number) AS number FROM ("
          + String.join(" UNION ALL ", DENIALS, DENIALS, DENIALS)
          + """
          UNION ALL
          SELECT key, number FROM iam_decision_counts_new
          WHERE organization_id = ? AND minute >= ? AND minute < ? AND key <> ''
            AND reason <> ALL (?)
          """
          + APPLICATION
          + ") counted GROUP BY key ORDER BY number DESC, key LIMIT ?";

  private final Sql sql;

  CountStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Takes the folding's advisory lock until the transaction ends; false if another process has it.
   */
  boolean isAlone() {
    return sql.tryLock("iam_decision_counts");
  }

  /** Folds some appended counts; returns true if there were any. */
  boolean fold(int most) {
    return sql.update(FOLD, most, NO_DENIALS) > 0;
  }

  void expire(CountStep step, Instant before) {
    sql.update("DELETE FROM iam_decision_totals WHERE step = ? AND start < ?", step.wire(), before);
    sql.update(
        "DELETE FROM iam_decision_denials WHERE step = ? AND start < ?", step.wire(), before);
  }

  /**
   * Keeps PostgreSQL from compiling the queries of this transaction, or giving them more processes:
   * both take longer than the twenty milliseconds that they run.
   */
  void readPlainly() {
    sql.list(
        "SELECT set_config('jit', 'off', true) AS jit,"
            + " set_config('max_parallel_workers_per_gather', '0', true) AS workers",
        row -> row.getString("jit"));
  }

  record Total(Instant start, ReasonCode reason, long number, long unlogged) {}

  /**
   * @param application the key; null for all but the control plane
   */
  List<Total> totals(
      OrganizationId organization, MetricsWindow window, @Nullable String application) {
    return sql.list(
        TOTALS,
        row ->
            new Total(
                Sql.instant(row, "point"),
                ReasonCode.valueOf(row.getString("reason").toUpperCase(Locale.ROOT)),
                row.getLong("number"),
                row.getLong("unlogged")),
        window.interval().toSeconds() + " seconds",
        window.from(),
        organization.value(),
        window.step().wire(),
        window.from(),
        window.to(),
        application,
        application,
        organization.value(),
        window.from(),
        window.to(),
        application,
        application);
  }

  Map<String, Long> topDenied(
      OrganizationId organization, MetricsWindow window, @Nullable String application, int most) {
    // Whole days are read as such: a month of hours is many rows.
    Duration day = CountStep.DAY.length();
    Instant first = MetricsWindow.ceiling(window.from(), day);
    Instant last = MetricsWindow.floor(window.to(), day);
    boolean days = first.isBefore(last);
    Instant head = days ? first : window.to();
    Instant tail = days ? last : window.to();
    Map<String, Long> found = new LinkedHashMap<>();
    sql.forEach(
        TOP_DENIED,
        row -> found.put(row.getString("key"), row.getLong("number")),
        organization.value(),
        window.step().wire(),
        window.from(),
        head,
        application,
        application,
        organization.value(),
        CountStep.DAY.wire(),
        head,
        tail,
        application,
        application,
        organization.value(),
        window.step().wire(),
        tail,
        window.to(),
        application,
        application,
        organization.value(),
        window.from(),
        window.to(),
        NO_DENIALS,
        application,
        application,
        most);
    return found;
  }
}
