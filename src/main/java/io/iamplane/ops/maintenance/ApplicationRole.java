package io.iamplane.ops.maintenance;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rights of the database role that the service runs as, which does not own the tables: an
 * attacker with control of the service cannot change the audit log, and cannot switch its triggers
 * off.
 */
@Singleton
public class ApplicationRole {

  /** Functions that act as the owner of the tables beyond the rights of the service. */
  private static final List<String> FUNCTIONS =
      List.of(
          "iam_ensure_delivery_partitions(date, date, date)",
          "iam_ensure_decision_partitions(date, date, date)",
          "iam_remove_decision_seals(timestamptz, integer)");

  private static final String ALL = "SELECT, INSERT, UPDATE, DELETE";

  /** The rights on tables for which the service needs only some. */
  private static final Map<String, String> LESS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("iam_organizations", "SELECT, INSERT, UPDATE"),
              Map.entry("iam_policy_versions", "SELECT, INSERT, UPDATE"),
              Map.entry("iam_audit_records", "SELECT, INSERT"),
              Map.entry("iam_audit_tiles", "SELECT, INSERT"),
              Map.entry("iam_audit_checkpoints", "SELECT, INSERT"),
              Map.entry("iam_audit_verifications", "SELECT, INSERT"),
              Map.entry("iam_audit_heads", "SELECT, INSERT, UPDATE"),
              Map.entry("iam_audit_personal", "SELECT, INSERT, DELETE"),
              Map.entry("iam_decisions", "SELECT, INSERT, UPDATE (body, filter)"),
              Map.entry("iam_decision_seals", "SELECT, INSERT"),
              Map.entry("iam_decision_sealed", "SELECT, INSERT"),
              Map.entry("flyway_schema_history", "SELECT")));

  private final Sql sql;
  private final Transactions transactions;

  ApplicationRole(Sql sql, Transactions transactions) {
    this.sql = sql;
    this.transactions = transactions;
  }

  /**
   * Grants a role the rights that the service needs, and revokes all others.
   *
   * @return the tables by the rights that the role has on them now
   * @throws IamException VALIDATION if there is no such role, or if it is the migrating one
   */
  public SortedMap<String, List<String>> grant(String role) {
    return transactions.call(() -> {
      SortedMap<String, List<String>> granted = new TreeMap<>();
      String name = known(role);
      String schema = schema();
      sql.rights("GRANT USAGE ON SCHEMA " + schema + " TO " + name);
      for (String partition : tables(true)) {
        // Rows are reached through the table; a right on a partition would go past its limits.
        sql.rights("REVOKE ALL ON " + schema + "." + partition + " FROM " + name);
      }
      for (String table : tables(false)) {
        String rights = LESS.getOrDefault(table, ALL);
        sql.rights("REVOKE ALL ON " + schema + "." + table + " FROM " + name);
        sql.rights("GRANT " + rights + " ON " + schema + "." + table + " TO " + name);
        granted.computeIfAbsent(rights, _ -> new ArrayList<>()).add(table);
      }
      for (String function : FUNCTIONS) {
        sql.rights("GRANT EXECUTE ON FUNCTION " + schema + "." + function + " TO " + name);
      }
      sql.rights("GRANT USAGE ON ALL SEQUENCES IN SCHEMA " + schema + " TO " + name);
      return granted;
    });
  }

  private String known(String role) {
    List<String> names =
        sql.list(
            "SELECT quote_ident(rolname) AS name FROM pg_roles"
                + " WHERE rolname = ? AND rolname <> current_user",
            row -> row.getString("name"),
            role);
    if (names.isEmpty()) {
      throw IamException.validation(
          "--grant-to",
          "must be an existing role other than the one that runs the migration, not '"
              + role
              + "'");
    }
    return names.getFirst();
  }

  private String schema() {
    return sql.list("SELECT quote_ident(current_schema()) AS name", row -> row.getString("name"))
        .getFirst();
  }

  private List<String> tables(boolean partitions) {
    return sql.list(
        """
        SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
          AND c.relispartition = ?
          AND (c.relname LIKE 'iam\\_%' OR c.relname = 'flyway_schema_history')
        ORDER BY c.relname
        """,
        row -> row.getString("name"), partitions);
  }
}
