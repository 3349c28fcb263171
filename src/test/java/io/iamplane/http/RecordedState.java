package io.iamplane.http;

import io.iamplane.testing.Rows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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

  private static final List<String> TABLES = new ArrayList<>();
  private static final List<String> OWNED = new ArrayList<>();

  static void learnTables() throws SQLException {
    TABLES.addAll(
        Rows.texts(
            "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition"
                + " AND relname LIKE 'iam\\_%' AND relname <> 'iam_audit_verifications'"
                // What is decided and counted beside every request, refused ones too.
                + " AND relname NOT LIKE 'iam\\_decision%' AND relname NOT LIKE"
                + " 'iam\\_audit\\_count%'"));
    OWNED.addAll(
        Rows.texts(
            "SELECT table_name FROM information_schema.columns"
                + " WHERE column_name = 'organization_id'"));
  }

  /** Without the rows of tenants of other tests, which are too many to be read so often. */
  static RecordedState without(Set<String> others) throws SQLException {
    // A few, which an index finds.
    List<String> known = Rows.texts("SELECT id FROM iam_organizations");
    known.removeAll(others);
    String ours = String.join(",", known);
    List<String> queries = new ArrayList<>();
    TABLES.forEach(table -> queries.add(digest(table, ours)));
    Map<String, String> all = new TreeMap<>();
    for (String row : Rows.texts(String.join(" UNION ALL ", queries))) {
      String[] parts = row.split(" ", 2);
      all.put(parts[0], parts[1]);
    }
    Map<String, String> domain = new TreeMap<>(all);
    domain.keySet().removeAll(BESIDE);
    return new RecordedState(
        domain, all, count(all, "iam_audit_records"), count(all, "iam_outbox_messages"));
  }

  private static long count(Map<String, String> all, String table) {
    return Long.parseLong(all.get(table).split(" ", 2)[0]);
  }

  /**
   * A query for the name of a table, its number of rows, and the sum of their hashes, which needs
   * no order.
   */
  private static String digest(String table, String ours) {
    String column =
        table.equals("iam_organizations") ? "id" : OWNED.contains(table) ? "organization_id" : "";
    return "SELECT '%1$s ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) FROM %1$s t WHERE "
            .formatted(table)
        + (column.isEmpty() ? "true" : column + " = ANY ('{" + ours + "}')");
  }

  Set<String> differences(RecordedState other) {
    Set<String> tables = new TreeSet<>(all.keySet());
    tables.removeIf(table -> all.get(table).equals(other.all.get(table)));
    return tables;
  }
}
