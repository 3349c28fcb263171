package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.Rows;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Outcomes that callers got for their changes while PostgreSQL ended connections. */
final class HeardOutcomes {

  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();
  private final Set<String> notApplied = ConcurrentHashMap.newKeySet();

  /** Makes a change and records its outcome. */
  void of(String key, Runnable change) {
    try {
      change.run();
      confirmed.add(key);
    } catch (IamException e) {
      assertThat(e.code()).isIn(ErrorCode.DEPENDENCY_UNAVAILABLE, ErrorCode.CONFLICT);
      ("unknown".equals(e.members().get("outcome")) ? unknown : notApplied).add(key);
    }
  }

  int confirmed() {
    return confirmed.size();
  }

  /** Nothing that was confirmed is missing, and nothing is there that was not, or twice. */
  void assertTrueOf(List<String> there) {
    assertThat(there)
        .doesNotHaveDuplicates()
        .allMatch(key -> confirmed.contains(key) || unknown.contains(key));
    assertThat(confirmed).isSubsetOf(there);
  }

  /** Ends one of the connections that are in the middle of a transaction; false when none is. */
  static boolean killed() throws SQLException {
    return Rows.texts(
            "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity"
                + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
                + " AND xact_start IS NOT NULL AND datname = current_database()"
                + " ORDER BY random() LIMIT 1) AS busy")
        .contains("t");
  }

  @Override
  public String toString() {
    return "%d changes confirmed, %d not applied, %d unknown"
        .formatted(confirmed.size(), notApplied.size(), unknown.size());
  }
}
