package io.iamplane.change;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.database.ControlConnections;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The history of a tenant's policy, version by version. */
@Singleton
public class PolicyHistoryQuery {

  private final Sql sql;
  private final ControlConnections control;
  private final JsonColumns json;

  PolicyHistoryQuery(Sql sql, ControlConnections control, JsonColumns json) {
    this.sql = sql;
    this.control = control;
    this.json = json;
  }

  /**
   * The present versions of the requested tenants, without unknown ones, and the database's time.
   */
  public record Present(Map<OrganizationId, Long> versions, Instant at) {}

  /**
   * The present versions of several tenants. One statement, without a transaction around it and on
   * a connection of its own: every replica asks this several times a second, and denies without an
   * answer.
   *
   * @throws IllegalStateException if a standby answers: its data may be of any age
   */
  public Present present(Collection<OrganizationId> organizations) {
    Map<OrganizationId, Long> versions = new HashMap<>();
    Instant at =
        control
            .sql()
            .list(
                """
                SELECT pg_is_in_recovery() AS standby, clock_timestamp() AS at,
                  v.organization_id, v.version
                FROM (SELECT 1) AS once
                LEFT JOIN iam_policy_versions v ON v.organization_id = ANY (?)
                """,
                row -> {
                  if (row.getBoolean("standby")) {
                    throw new IllegalStateException(
                        "the database is a standby and may lag behind the primary; connect to the"
                            + " primary, for example with targetServerType=primary in the URL");
                  }
                  UUID organization = row.getObject("organization_id", UUID.class);
                  if (organization != null) {
                    versions.put(new OrganizationId(organization), row.getLong("version"));
                  }
                  return Sql.instant(row, "at");
                },
                (Object) organizations.stream().map(OrganizationId::value).toArray(UUID[]::new))
            .getFirst();
    return new Present(versions, at);
  }

  /**
   * The versions after one, oldest first, at most {@code limit}. Versions are given out under a
   * lock, so that no version can appear later below the highest one already read. Takes a control
   * connection: callers leave some of them to freshness and probes.
   */
  public TreeMap<Long, List<PolicyChange>> since(
      OrganizationId organization, long version, int limit) {
    return since(control.sql(), organization, version, limit);
  }

  /** Reads like {@link #since}, on the current transaction's connection, with its own changes. */
  public TreeMap<Long, List<PolicyChange>> sinceInTransaction(
      OrganizationId organization, long version, int limit) {
    return since(sql, organization, version, limit);
  }

  private TreeMap<Long, List<PolicyChange>> since(
      Sql on, OrganizationId organization, long version, int limit) {
    TreeMap<Long, List<PolicyChange>> history = new TreeMap<>();
    on.forEach(
        """
        SELECT version, target_type, before, after FROM iam_policy_changes
        WHERE organization_id = ? AND version > ? AND version <= ? ORDER BY version, ordinal
        """,
        row -> {
          PastChange past = past(row);
          history.computeIfAbsent(past.version(), _ -> new ArrayList<>()).add(past.change());
        },
        organization.value(),
        version,
        version + limit);
    return history;
  }

  /** A change on the way back, with its version and the length of its images in characters. */
  public record PastChange(long version, long length, PolicyChange change) {}

  /**
   * Visits the changes of the versions up to {@code last} and after {@code version}, the latest
   * first, as the current transaction sees them. Reads no further change once the visitor returns
   * false.
   */
  public void backInTransaction(
      OrganizationId organization, long last, long version, Predicate<PastChange> each) {
    sql.forEachWhile(
        """
        SELECT version, target_type, before, after FROM iam_policy_changes
        WHERE organization_id = ? AND version > ? AND version <= ?
        ORDER BY version DESC, ordinal DESC
        """,
        row -> each.test(past(row)),
        organization.value(),
        version,
        last);
  }

  private PastChange past(ResultSet row) throws SQLException {
    String before = row.getString("before");
    String after = row.getString("after");
    return new PastChange(
        row.getLong("version"),
        length(before) + length(after),
        new PolicyChange(row.getString("target_type"), tree(before), tree(after)));
  }

  private static long length(@Nullable String image) {
    return image == null ? 0 : image.length();
  }

  private @Nullable Object tree(@Nullable String image) {
    return image == null ? null : json.tree(image);
  }
}
