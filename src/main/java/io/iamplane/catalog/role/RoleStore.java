package io.iamplane.catalog.role;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.StatelessSession;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code iam_roles}. A manifest writes thousands of whole rows: they are sent as they
 * come, without a session that would check its entities at each flush.
 */
@Singleton
public class RoleStore extends RowStore<RoleStore.RoleEntity, Role, RoleStore.RoleKey> {

  private static final String SELECT =
      """
      SELECT key, application, label, permissions, includes, privileged, break_glass,
        self_requestable, request, status, revision
      FROM iam_roles WHERE organization_id = ?
      """;

  private static final String WITHIN =
      """
      WITH RECURSIVE down AS (
        SELECT unnest(?::text[]) COLLATE "C" AS key
        UNION
        SELECT unnest(r.includes) FROM iam_roles r JOIN down ON r.key = down.key
        WHERE r.organization_id = ?)
      """;

  /** The inclusions of active roles, read once for any number of levels. */
  private static final String EDGES =
      """
      WITH RECURSIVE edges AS MATERIALIZED (
        SELECT key, unnest(includes) AS included FROM iam_roles
        WHERE organization_id = ? AND status = 'active' AND includes <> '{}'),
      """;

  private static final String ABOVE =
      EDGES
          + """
          up AS (
            SELECT unnest(?::text[]) COLLATE "C" AS key
            UNION
            SELECT edges.key FROM edges JOIN up ON edges.included = up.key)
          SELECT key FROM up
          """;

  private static final String LEVELS_ABOVE =
      EDGES
          + """
          up AS (
            SELECT ?::text COLLATE "C" AS key, 0 AS level
            UNION
            SELECT edges.key, up.level + 1 FROM edges JOIN up ON edges.included = up.key
            WHERE up.level < ?)
          SELECT max(level) AS levels FROM up
          """;

  private static final List<String> STATUSES =
      List.of(CatalogStatus.ACTIVE.wire(), CatalogStatus.DEPRECATED.wire());

  private final Sql sql;
  private final StatelessSession session;
  private final JsonColumns json;

  RoleStore(Sql sql, JsonColumns json, StatelessSession session) {
    this.sql = sql;
    this.session = session;
    this.json = json;
  }

  public Optional<Role> byKey(OrganizationId organization, String key) {
    return at(new RoleKey(organization.value(), key));
  }

  /** Returns true if a role can be granted: declared and not deprecated, or seeded. */
  public boolean has(OrganizationId organization, String key) {
    RoundTrip trip = sql.roundTrip();
    Supplier<Boolean> found = has(organization, key, trip);
    trip.run();
    return found.get();
  }

  /** Answers {@link #has(OrganizationId, String)} in the same round trip as other reads. */
  public Supplier<Boolean> has(OrganizationId organization, String key, RoundTrip trip) {
    if (ControlPlane.role(key).isPresent()) {
      return () -> true;
    }
    return trip.exists(
        "SELECT key FROM iam_roles WHERE organization_id = ? AND key = ? AND status = 'active'",
        organization.value(),
        key);
  }

  public List<Role> of(OrganizationId organization, String application) {
    return sql.list(
        SELECT + " AND application = ? ORDER BY key",
        this::read,
        organization.value(),
        application);
  }

  public List<Role> active(OrganizationId organization) {
    return sql.list(SELECT + " AND status = 'active'", this::read, organization.value());
  }

  /** The roles of some keys and all that these include, at any depth, deprecated or not. */
  public List<Role> within(OrganizationId organization, Collection<String> keys) {
    return sql.list(
        WITHIN + SELECT + " AND key IN (SELECT key FROM down)",
        this::read,
        keys.toArray(String[]::new),
        organization.value(),
        organization.value());
  }

  /** The given keys, and those of all active roles that include such roles, at any depth. */
  public List<String> above(OrganizationId organization, Collection<String> keys) {
    return sql.list(
        ABOVE, row -> row.getString("key"), organization.value(), keys.toArray(String[]::new));
  }

  /** Counts the levels of active roles that include a role; looks no further than {@code most}. */
  int levelsAbove(OrganizationId organization, String key, int most) {
    return sql.first(LEVELS_ABOVE, row -> row.getInt("levels"), organization.value(), key, most)
        .orElseThrow();
  }

  /** The active roles that hold one of some permissions or patterns, or include one of some. */
  public List<String> naming(
      OrganizationId organization, Collection<String> permissions, Collection<String> included) {
    return sql.list(
        """
        SELECT key FROM iam_roles
        WHERE organization_id = ? AND status = 'active' AND (permissions && ?::text[] OR includes && ?::text[])
        """,
        row -> row.getString("key"),
        organization.value(),
        permissions.toArray(String[]::new),
        included.toArray(String[]::new));
  }

  /** The active roles that include another one. */
  List<String> including(OrganizationId organization, String key) {
    return sql.list(
        """
        SELECT key FROM iam_roles
        WHERE organization_id = ? AND status = 'active' AND ? = ANY (includes) ORDER BY key
        """,
        row -> row.getString("key"),
        organization.value(),
        key);
  }

  /** In the order of their keys. */
  List<Role> after(
      OrganizationId organization,
      String key,
      int limit,
      @Nullable String application,
      @Nullable String status) {
    return sql.list(query(organization, key, limit, application, status), this::read);
  }

  public static Keyset query(
      OrganizationId organization,
      String key,
      int limit,
      @Nullable String application,
      @Nullable String status) {
    Keyset query =
        Keyset.of(SELECT, "key", organization.value())
            .filter("application = ?", application)
            .after(key)
            .rows(limit);
    return application == null
        ? query.filter("status = ?", status)
        : query.either("status", status, STATUSES);
  }

  public void insert(Recording recording, Role role) {
    session.insert(row(recording, role));
  }

  /** Replaces the one of that key; its application and its birth are for life. */
  public void replace(Recording recording, Role role) {
    session.update(row(recording, role));
  }

  private static RoleEntity row(Recording recording, Role role) {
    RoleEntity row = new RoleEntity();
    row.id = new RoleKey(recording.organization().value(), role.key());
    row.application = role.application();
    row.createdAt = recording.at();
    row.take(role, recording.at());
    return row;
  }

  private Role read(ResultSet row) throws SQLException {
    return new Role(
        row.getString("key"),
        row.getString("application"),
        row.getString("label"),
        texts(row, "permissions"),
        texts(row, "includes"),
        row.getBoolean("privileged"),
        row.getBoolean("break_glass"),
        row.getBoolean("self_requestable"),
        json.object(row, "request"),
        WireName.of(CatalogStatus.class, row.getString("status")),
        row.getLong("revision"));
  }

  private static List<String> texts(ResultSet row, String column) throws SQLException {
    return List.of((String[]) row.getArray(column).getArray());
  }

  @Entity
  @Table(name = "iam_roles")
  static class RoleEntity implements RowStore.Row<Role> {

    @EmbeddedId RoleKey id;

    @Column(updatable = false)
    @Nullable String application;

    String label;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] permissions;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] includes;

    boolean privileged;
    boolean breakGlass;
    boolean selfRequestable;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    Map<String, Object> request;

    String status;
    long revision;

    @Column(updatable = false)
    Instant createdAt;

    Instant updatedAt;

    @Override
    public void take(Role role, Instant at) {
      label = role.label();
      permissions = role.permissions().toArray(String[]::new);
      includes = role.includes().toArray(String[]::new);
      privileged = role.privileged();
      breakGlass = role.breakGlass();
      selfRequestable = role.selfRequestable();
      request = role.request();
      status = role.status().wire();
      revision = role.revision();
      updatedAt = at;
    }

    @Override
    public Role value() {
      return new Role(
          id.key(),
          application,
          label,
          List.of(permissions),
          List.of(includes),
          privileged,
          breakGlass,
          selfRequestable,
          request,
          WireName.of(CatalogStatus.class, status),
          revision);
    }
  }

  @Embeddable
  record RoleKey(UUID organizationId, String key) implements Serializable {}
}
