package io.iamplane.auditor;

import io.iamplane.database.Sql;
import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.logging.Logger;

/** Says when the service's database role could change the audit log, or switch its triggers off. */
@ApplicationScoped
class DatabaseRoleCheck implements StartUpCheck {

  private static final Logger LOG = Logger.getLogger(DatabaseRoleCheck.class);

  private final Sql sql;
  private final LaunchMode mode;

  DatabaseRoleCheck(Sql sql, LaunchMode mode) {
    this.sql = sql;
    this.mode = mode;
  }

  @Override
  public List<Finding> findings() {
    if (mode != LaunchMode.NORMAL) {
      return List.of();
    }
    try {
      return tooPowerful() ? List.of(finding()) : List.of();
    } catch (RuntimeException e) {
      // An outage must not keep the process from starting, and an empty database has no such table.
      LOG.debug("the rights of the database role could not be read", e);
      return List.of();
    }
  }

  /**
   * Whether the role may change or remove what the log holds, or could give itself that: it owns a
   * table, or the schema or the database around it, which is enough to drop it.
   */
  boolean tooPowerful() {
    return sql.list(
            """
            SELECT r.rolsuper OR pg_has_role(r.oid, c.relowner, 'MEMBER')
              OR pg_has_role(r.oid, n.nspowner, 'MEMBER') OR pg_has_role(r.oid, d.datdba, 'MEMBER')
              OR has_any_column_privilege(c.oid, 'UPDATE') OR has_table_privilege(c.oid, 'DELETE')
              OR has_table_privilege(c.oid, 'TRUNCATE') OR has_table_privilege(c.oid, 'TRIGGER')
              AS powerful
            FROM pg_roles r, pg_database d, pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE r.rolname = current_user AND d.datname = current_database()
              AND c.oid IN (to_regclass('iam_audit_records'), to_regclass('iam_audit_tiles'),
                to_regclass('iam_audit_checkpoints'))
            """,
            row -> row.getBoolean("powerful"))
        .contains(true);
  }

  private static Finding finding() {
    return Finding.warning(
        "quarkus.datasource.username",
        "this database role could change the audit log",
        "run the service as another one, prepared by iam:migrate --grant-to ROLE");
  }
}
