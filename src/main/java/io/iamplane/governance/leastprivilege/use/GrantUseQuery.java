package io.iamplane.governance.leastprivilege.use;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** The counted uses from the decision log. */
@Singleton
public class GrantUseQuery {

  private final Sql sql;
  private final Transactions transactions;

  GrantUseQuery(Sql sql, Transactions transactions) {
    this.sql = sql;
    this.transactions = transactions;
  }

  /** The use of one grant, and when each permission was used for the last time, by anyone. */
  public record Used(long uses, Instant last, Map<String, Instant> permissions) {

    Used plus(String permission, long more, Instant at) {
      permissions.put(permission, at);
      return new Used(uses + more, at.isAfter(last) ? at : last, permissions);
    }
  }

  /** Returns the progress of counting; empty before the first scan. */
  public Optional<UseState> state(OrganizationId organization) {
    return transactions.call(() ->
        sql.first(
            """
            SELECT read_until, counted_from, decisions, updated_at FROM iam_grant_use_states
            WHERE organization_id = ?
            """,
            row ->
                new UseState(
                    row.getObject("read_until", UUID.class),
                    Sql.instantOrNull(row, "counted_from"),
                    row.getLong("decisions"),
                    Sql.instant(row, "updated_at")),
            organization.value()));
  }

  /** Returns the counted organizations, the least recently counted one first. */
  public List<OrganizationId> countedLongestAgo() {
    return transactions.call(() ->
        sql.list(
            "SELECT organization_id FROM iam_grant_use_states ORDER BY updated_at",
            row -> new OrganizationId(row.getObject("organization_id", UUID.class))));
  }

  public Map<UUID, Used> of(OrganizationId organization) {
    Map<UUID, Used> found = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    transactions.run(() ->
        sql.forEach(
            """
            SELECT grant_id, permission, sum(uses) AS uses, max(last_used_at) AS last_used_at
            FROM iam_grant_uses WHERE organization_id = ? GROUP BY 1, 2
            """,
            row -> {
              UUID grant = row.getObject("grant_id", UUID.class);
              String permission = names.computeIfAbsent(row.getString("permission"), name -> name);
              Instant last = Sql.instant(row, "last_used_at");
              Used known = found.get(grant);
              found.put(
                  grant,
                  (known == null ? new Used(0, Instant.MIN, new HashMap<>()) : known)
                      .plus(permission, row.getLong("uses"), last));
            },
            organization.value()));
    return found;
  }

  /** Returns the number of long unused active grants by the last scan; empty if unknown. */
  public OptionalLong stale(OrganizationId organization) {
    return transactions
        .call(() ->
            sql.first(
                "SELECT stale_grants FROM iam_grant_use_states WHERE organization_id = ?"
                    + " AND stale_grants IS NOT NULL",
                row -> OptionalLong.of(row.getLong("stale_grants")),
                organization.value()))
        .orElse(OptionalLong.empty());
  }
}
