package io.iamplane.audit.verification;

import io.iamplane.chain.AuditConfig;
import io.iamplane.database.Sql;
import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Stops a production start with a database role that could change the audit log, or switch its
 * triggers off: then append-only is a promise of the service, not of the database. An installation
 * with one role may accept that in its settings.
 */
@Singleton
class DatabaseRoleCheck implements StartUpCheck {

  private static final Logger LOG = Logger.getLogger(DatabaseRoleCheck.class);

  private static final String ROLE = "quarkus.datasource.username";

  private final Sql sql;
  private final LaunchMode mode;
  private final boolean accepted;
  private final boolean migrates;

  @Inject
  DatabaseRoleCheck(
      Sql sql,
      LaunchMode mode,
      AuditConfig config,
      @ConfigProperty(name = "iam.migrate-at-start", defaultValue = "false") boolean migrates) {
    this(sql, mode, config.acceptSingleRole(), migrates);
  }

  DatabaseRoleCheck(Sql sql, LaunchMode mode, boolean accepted, boolean migrates) {
    this.sql = sql;
    this.mode = mode;
    this.accepted = accepted;
    this.migrates = migrates;
  }

  @Override
  public List<Finding> findings() {
    if (mode != LaunchMode.NORMAL) {
      return List.of();
    }
    try {
      return tooPowerful() || (migrates && isEmpty()) ? List.of(finding()) : List.of();
    } catch (RuntimeException e) {
      // An outage must not keep the process from starting.
      LOG.debug("could not read the privileges of the database role", e);
      return List.of();
    }
  }

  /**
   * Returns true if the role may change or remove parts of the log, or could give itself that
   * right: it owns a table, or the schema or the database around it, which is enough to drop it.
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

  /** A role that makes the tables owns them: better said before the second start than after. */
  boolean isEmpty() {
    return sql.list(
            "SELECT to_regclass('iam_audit_records') IS NULL AS empty",
            row -> row.getBoolean("empty"))
        .contains(true);
  }

  private Finding finding() {
    return accepted
        ? Finding.warning(
            ROLE,
            "this database role can change the audit log, as iam.audit.accept-single-role permits",
            "run the service as another role, prepared with iam:migrate --grant-to ROLE")
        : Finding.severe(
            ROLE,
            "this database role can change the audit log",
            "run the service as another role, prepared with iam:migrate --grant-to ROLE, or "
                + "set IAM_AUDIT_ACCEPT_SINGLE_ROLE=true to accept this one");
  }
}
