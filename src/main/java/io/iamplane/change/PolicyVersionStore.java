package io.iamplane.change;

import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.job.ExpiringRows;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Versions of the tenants' policies, and the changes of each. */
@Singleton
class PolicyVersionStore implements ExpiringRows {

  private final Sql sql;
  private final EntityManager session;

  PolicyVersionStore(Sql sql, EntityManager session) {
    this.sql = sql;
    this.session = session;
  }

  /** A row of {@code iam_policy_changes}; images are JSON text. */
  record ChangeImage(
      String eventType,
      String targetType,
      String targetId,
      @Nullable String before,
      @Nullable String after) {}

  record ChangeRow(long version, int ordinal, Instant at, ChangeImage image) {}

  void open(OrganizationId organization) {
    sql.updateOne(
        "INSERT INTO iam_policy_versions (organization_id, version) VALUES (?, 0)",
        organization.value());
  }

  /** Locks a tenant's version until the transaction ends; no row when there is no such tenant. */
  Supplier<List<Long>> lock(OrganizationId organization, RoundTrip trip) {
    return trip.list(
        "SELECT version FROM iam_policy_versions WHERE organization_id = ? FOR UPDATE",
        row -> row.getLong("version"),
        organization.value());
  }

  RoundTrip roundTrip() {
    return sql.roundTrip();
  }

  void forgetReads() {
    session.clear();
  }

  /** Limits the wait for locks in the rest of the transaction; returns the limit so far. */
  String limitLockWait(String time) {
    RoundTrip trip = sql.roundTrip();
    Supplier<List<String>> usual =
        trip.list("SELECT current_setting('lock_timeout')", row -> row.getString(1));
    trip.list("SELECT set_config('lock_timeout', ?, true)", row -> true, time);
    trip.run();
    return usual.get().getFirst();
  }

  /** Raises a tenant's version; fails where it is not at {@code known}. */
  void raise(OrganizationId organization, long known, long version, RoundTrip trip) {
    trip.require(
        "SELECT iam_raise_versions(?, ?, ?)",
        new UUID[] {organization.value()},
        new long[] {known},
        new long[] {version});
  }

  void insertChanges(OrganizationId organization, List<ChangeRow> rows, RoundTrip trip) {
    Columns<ChangeRow> of = new Columns<>(rows);
    trip.update(
        rows.size(),
        """
        INSERT INTO iam_policy_changes (organization_id, version, ordinal, event_type, target_type,
          target_id, before, after, changed_at)
        SELECT unnest(?::uuid[]), unnest(?::bigint[]), unnest(?::bigint[]), unnest(?::text[]),
          unnest(?::text[]), unnest(?::text[]), unnest(?::text[])::jsonb, unnest(?::text[])::jsonb,
          unnest(?::timestamptz[])
        """,
        of.ids(_ -> organization.value()),
        of.numbers(ChangeRow::version),
        of.numbers(ChangeRow::ordinal),
        of.texts(row -> row.image().eventType()),
        of.texts(row -> row.image().targetType()),
        of.texts(row -> row.image().targetId()),
        of.texts(row -> row.image().before()),
        of.texts(row -> row.image().after()),
        of.times(ChangeRow::at));
  }

  /** Records the holders whose tokens a version ended; removes entries past their retention. */
  void endTokens(
      OrganizationId organization,
      long version,
      Instant at,
      Collection<TokenHolder> holders,
      RoundTrip trip) {
    for (TokenHolder holder : holders) {
      trip.update(
          """
          INSERT INTO iam_ended_tokens (organization_id, holder, version, ended_at)
          VALUES (?, ?, ?, ?)
          ON CONFLICT (organization_id, holder) DO UPDATE
          SET version = excluded.version, ended_at = excluded.ended_at
          """,
          organization.value(),
          holder.text(),
          version,
          at);
    }
    if (!holders.isEmpty()) {
      trip.update(
          "DELETE FROM iam_ended_tokens WHERE organization_id = ? AND ended_at < ?",
          organization.value(),
          at.minus(EndedTokens.RETENTION));
    }
  }

  @Override
  public String rows() {
    return "records of ended tokens";
  }

  /** Removes ends that are older than each living token, of all organizations. */
  @Override
  public int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_ended_tokens WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_ended_tokens WHERE ended_at < ?
          ORDER BY ended_at LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        now.minus(EndedTokens.RETENTION),
        most);
  }

  Map<TokenHolder, EndedTokens.Floor> endedTokens(OrganizationId organization) {
    Map<TokenHolder, EndedTokens.Floor> floors = new HashMap<>();
    sql.forEach(
        "SELECT holder, version, ended_at FROM iam_ended_tokens WHERE organization_id = ?",
        row ->
            floors.put(
                new TokenHolder(row.getString("holder")),
                new EndedTokens.Floor(row.getLong("version"), Sql.instant(row, "ended_at"))),
        organization.value());
    return floors;
  }

  OptionalLong current(OrganizationId organization) {
    return sql.first(
            "SELECT version FROM iam_policy_versions WHERE organization_id = ?",
            row -> OptionalLong.of(row.getLong("version")),
            organization.value())
        .orElse(OptionalLong.empty());
  }

  Map<OrganizationId, Long> current(Collection<OrganizationId> organizations) {
    Map<OrganizationId, Long> versions = new HashMap<>();
    sql.list(
        "SELECT organization_id, version FROM iam_policy_versions WHERE organization_id = ANY (?)",
        row ->
            versions.put(
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                row.getLong("version")),
        (Object) organizations.stream().map(OrganizationId::value).toArray(UUID[]::new));
    return versions;
  }
}
