package io.iamplane.governance.anomaly;

import io.iamplane.database.Sql;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/** Counts the signals raised in all organizations. */
@Singleton
class RaisedSignalsQuery {

  private final Sql sql;

  RaisedSignalsQuery(Sql sql) {
    this.sql = sql;
  }

  /** Counts the signals of a period, by type; types without any are left out. */
  Map<SignalType, Long> between(Instant from, Instant until) {
    Map<SignalType, Long> raised = new EnumMap<>(SignalType.class);
    sql.forEach(
        """
        SELECT type, count(*) AS signals FROM iam_anomaly_signals
        WHERE created_at > ? AND created_at <= ? GROUP BY type
        """,
        row ->
            raised.put(
                WireName.of(SignalType.class, row.getString("type")), row.getLong("signals")),
        from,
        until);
    return raised;
  }
}
