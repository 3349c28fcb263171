package io.iamplane.audit.verification;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks for the triggers that refuse to change the audit log. Only an owner of the tables can
 * remove one; operators should know the reason.
 */
@Singleton
class AuditTriggers {

  /** The moments of a trigger, as {@code pg_trigger.tgtype} has them. */
  private static final int ROW = 1;

  private static final int BEFORE = 2;
  private static final int INSERT = 4;
  private static final int DELETE = 8;
  private static final int UPDATE = 16;
  private static final int TRUNCATE = 32;

  /** SHA-256 of the functions' bodies, as the migrations made them. */
  private static final String REFUSES =
      "9bb84e7b7282547033280d29cae5a01c905f09b53f6b2d00d5b7de43998cf49e";

  private static final String ADVANCES =
      "55d0fccefbac892582554bcd9da19b51455cd23a5bc9c1ddeead4970d0ab2f8c";

  /** A function that names no table needs no settings. */
  private static final String NO_SETTINGS = "none";

  /** Reads tables of the function's own schema by their keys, under any session settings. */
  private static final String OWN_SCHEMA = "own schema";

  private static final List<Expected> EXPECTED =
      List.of(
          row("records", "append_only", DELETE | UPDATE),
          whole("records"),
          row("tiles", "append_only", DELETE | UPDATE),
          whole("tiles"),
          row("checkpoints", "append_only", DELETE | UPDATE),
          whole("checkpoints"),
          row("verifications", "append_only", DELETE | UPDATE),
          whole("verifications"),
          row("personal", "unchanged", UPDATE),
          whole("personal"),
          row("heads", "stay", DELETE),
          whole("heads"),
          new Expected(
              "iam_audit_heads",
              "iam_audit_heads_advance",
              new Form("A", ROW | BEFORE | INSERT | UPDATE, true, ADVANCES, OWN_SCHEMA)));

  private final Sql sql;

  AuditTriggers(Sql sql) {
    this.sql = sql;
  }

  /**
   * The form of a trigger, with the SHA-256 and the settings of its function.
   *
   * @param enabled {@code A} for always, {@code D} for never
   * @param plain true if it fires for every row and column
   */
  private record Form(String enabled, int type, boolean plain, String body, String settings) {

    Form withSettings(String others) {
      return new Form(enabled, type, plain, body, others);
    }
  }

  private record Expected(String table, String name, Form form) {}

  Optional<Finding> find() {
    Map<String, Form> there = new HashMap<>();
    sql.forEach(
        """
        SELECT c.relname || '.' || t.tgname AS name, t.tgenabled, t.tgtype,
          t.tgqual IS NULL AND t.tgattr::text = '' AS plain,
          encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex') AS body,
          CASE s.list
            WHEN 'enable_bitmapscan=off; enable_incremental_sort=off; enable_seqscan=off; '
              || 'enable_sort=off; plan_cache_mode=force_generic_plan; search_path='
              || quote_ident(current_schema()) || ', pg_temp'
            THEN 'own schema' ELSE coalesce(s.list, 'none') END AS settings
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        CROSS JOIN LATERAL (
          SELECT string_agg(setting, '; ' ORDER BY setting COLLATE "C") AS list
          FROM unnest(p.proconfig) AS setting) s
        WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
          AND c.relname LIKE 'iam\\_audit\\_%'
        """,
        row ->
            there.put(
                row.getString("name"),
                new Form(
                    row.getString("tgenabled"),
                    row.getInt("tgtype"),
                    row.getBoolean("plain"),
                    row.getString("body"),
                    row.getString("settings"))));
    return EXPECTED.stream()
        .filter(each -> !each.form().equals(there.get(each.table() + "." + each.name())))
        .findFirst()
        .map(each -> finding(each, there.get(each.table() + "." + each.name())));
  }

  private static Finding finding(Expected expected, @Nullable Form there) {
    String found = there == null ? null : found(expected.form(), there);
    return new Finding(
        FindingCause.PROTECTION_REMOVED,
        1,
        "trigger %s on %s".formatted(expected.name(), expected.table()),
        found);
  }

  private static String found(Form expected, Form there) {
    if (!there.enabled().equals("A")) {
      return "a trigger that does not always fire";
    }
    return there.withSettings(expected.settings()).equals(expected)
        ? "a trigger whose function runs with different settings: " + there.settings()
        : "a different trigger with that name";
  }

  private static Expected row(String table, String name, int events) {
    return new Expected(
        "iam_audit_" + table,
        "iam_audit_%s_%s".formatted(table, name),
        new Form("A", ROW | BEFORE | events, true, REFUSES, NO_SETTINGS));
  }

  private static Expected whole(String table) {
    return new Expected(
        "iam_audit_" + table,
        "iam_audit_%s_no_truncate".formatted(table),
        new Form("A", BEFORE | TRUNCATE, true, REFUSES, NO_SETTINGS));
  }
}
