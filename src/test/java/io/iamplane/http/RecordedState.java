package io.iamplane.http;

import io.iamplane.testing.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/**
 * All tables, as digests.
 *
 * @param domain tables of administered resources
 * @param all all tables, except for the findings of verifications
 */
record RecordedState(
    Map<String, String> domain, Map<String, String> all, long records, long messages) {

  /** Tables written beside a change; rows in them are not recorded. */
  private static final Set<String> BESIDE =
      Set.of(
          "iam_audit_records",
          "iam_audit_personal",
          "iam_audit_heads",
          "iam_audit_tiles",
          "iam_audit_verifications",
          "iam_outbox_messages",
          "iam_outbox_lanes",
          "iam_webhook_failures",
          "iam_policy_versions",
          "iam_policy_changes",
          "iam_idempotent_answers");

  /**
   * Reads states on a connection of its own, on which the query of all tables is planned once: to
   * plan it takes longer than to run it.
   */
  static final class Reader implements AutoCloseable {

    private final Connection connection = Rows.open();
    private final PreparedStatement query;

    Reader() throws SQLException {
      try (Statement once = connection.createStatement()) {
        once.execute("SET plan_cache_mode = force_generic_plan");
      }
      connection.unwrap(PGConnection.class).setPrepareThreshold(1);
      query = connection.prepareStatement(query());
    }

    /** Without the rows of tenants of other tests, which are too many to be read so often. */
    RecordedState without(Set<String> others) throws SQLException {
      // A few, which an index finds.
      List<String> ours = Rows.texts("SELECT id FROM iam_organizations");
      ours.removeAll(others);
      query.setArray(1, connection.createArrayOf("uuid", ours.toArray()));
      Map<String, String> all = new TreeMap<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          all.put(rows.getString(1), rows.getString(2));
        }
      }
      Map<String, String> domain = new TreeMap<>(all);
      domain.keySet().removeAll(BESIDE);
      return new RecordedState(
          domain, all, count(all, "iam_audit_records"), count(all, "iam_outbox_messages"));
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  private static String query() throws SQLException {
    List<String> owned =
        Rows.texts(
            "SELECT table_name FROM information_schema.columns"
                + " WHERE column_name = 'organization_id'");
    return "WITH our AS MATERIALIZED (SELECT ?::uuid[] AS ids) "
        + tables().stream()
            .map(table -> digest(table, owned.contains(table)))
            .collect(Collectors.joining(" UNION ALL "));
  }

  private static List<String> tables() throws SQLException {
    return Rows.texts(
        "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition"
            + " AND relname LIKE 'iam\\_%' AND relname <> 'iam_audit_verifications'"
            // What is decided and counted beside every request, refused ones too.
            + " AND relname NOT LIKE 'iam\\_decision%' AND relname NOT LIKE"
            + " 'iam\\_audit\\_count%'");
  }

  private static long count(Map<String, String> all, String table) {
    return Long.parseLong(all.get(table).split(" ", 2)[0]);
  }

  /**
   * A query for the name of a table, its number of rows, and the sum of their hashes, which needs
   * no order.
   */
  private static String digest(String table, boolean isOwned) {
    String column = table.equals("iam_organizations") ? "id" : isOwned ? "organization_id" : "";
    return "SELECT '%1$s', count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) FROM %1$s t WHERE "
            .formatted(table)
        + (column.isEmpty() ? "true" : column + " = ANY ((SELECT ids FROM our)::uuid[])");
  }

  Set<String> differences(RecordedState other) {
    Set<String> tables = new TreeSet<>(all.keySet());
    tables.removeIf(table -> all.get(table).equals(other.all.get(table)));
    return tables;
  }
}
