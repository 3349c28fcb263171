package io.iamplane.testing;

import io.iamplane.shared.OrganizationId;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Many rows of one tenant, written by the database itself, as its owner. Rows have numbers from 1,
 * and their ids are in the order of their numbers.
 */
public final class Volume {

  /** The subject of every tenth grant, and of none of {@link #HALF}. */
  public static final int HEAVY = 1;

  /** The role of half of the grants. */
  public static final String HALF = "docs:reader";

  private static final String ID =
      "('019' || lpad(to_hex(%s), 5, '0') || '-0000-7000-8000-' || lpad(to_hex(%s), 12, '0'))::uuid";

  private static final String WORDS =
      "array['Anna','Bela','Chidi','Dagny','Emre','Fatima','Goran','Hanne','Ines','Jiro','Kemal',"
          + "'Lena','Mina','Nils','Olga','Paul','Quinn','Rosa','Sven','Tara','Ugo','Vera','Wim']";

  private final OrganizationId organization;
  private final Database database;

  /** The database to write to. */
  public interface Database {

    void update(String sql) throws SQLException;
  }

  /** In the test's own database. */
  public Volume(OrganizationId organization) {
    this(organization, Rows::update);
  }

  public Volume(OrganizationId organization, Database database) {
    this.organization = organization;
    this.database = database;
  }

  /** The id of a row as an expression of SQL. */
  public static String id(String number) {
    return ID.formatted(number, number);
  }

  /** The id of a row. */
  public static UUID uuid(int number) {
    return UUID.fromString("019%05x-0000-7000-8000-%012x".formatted(number, number));
  }

  /** People with their terms; every tenth is suspended. */
  public void users(int count) throws SQLException {
    insert(
        count,
        """
        INSERT INTO iam_users (id, organization_id, external_id, email, name, status, created_at,
          updated_at)
        SELECT %1$s, '%2$s', 'x' || i, 'mail' || i || '@example.org',
          (%3$s)[1 + i %% 23] || ' ' || (%3$s)[1 + i / 23 %% 23] || ' ' || i / 529,
          CASE WHEN i %% 10 = 0 THEN 'suspended' ELSE 'active' END, now(), now()
        """
            .formatted(id("i"), organization.value(), WORDS));
    run(
        """
        INSERT INTO iam_user_terms (organization_id, slot, term, user_id, previous)
        SELECT u.organization_id, u.status || ':' || (SELECT count(*) FROM generate_series(1, 8) n
            WHERE length(t.previous) >= n AND left(t.term, n) = left(t.previous, n)),
          t.term, u.id, t.previous
        FROM iam_users u CROSS JOIN LATERAL (
          SELECT term, coalesce(lag(term) OVER (ORDER BY term), '') AS previous
          FROM (SELECT DISTINCT unnest(array[lower(u.name), u.email, u.external_id]
            || string_to_array(lower(u.name), ' ')) COLLATE "C" AS term) d) t
        WHERE u.organization_id = '%s' AND starts_with(u.external_id, 'x')
        """
            .formatted(organization.value()));
    database.update("ANALYZE iam_users, iam_user_terms");
  }

  /** Grants of every status, subject, privilege and resource; every hundredth is revoked. */
  public void grants(int count) throws SQLException {
    insert(
        count,
        """
        INSERT INTO iam_grants (id, organization_id, subject_type, subject_id, privilege_type,
          privilege_key, effect, application, resource_type, resource_id, status, source,
          created_at, updated_at)
        SELECT %1$s, '%2$s', 'user', CASE WHEN i %% 10 = 1 THEN %3$s ELSE %1$s END::text, 'role',
          CASE WHEN i %% 2 = 0 THEN '%4$s' ELSE 'docs:role' || i %% 20 END, 'permit', 'docs',
          CASE WHEN i %% 3 = 0 THEN 'doc' END,
          CASE WHEN i %% 3 = 0 THEN CASE WHEN i %% 2 = 0 THEN 'big' ELSE 'd' || i %% 500 END END,
          CASE WHEN i %% 100 = 0 THEN 'revoked' WHEN i %% 1000 = 1 THEN 'suspended'
            ELSE 'active' END, 'direct', now(), now()
        """
            .formatted(id("i"), organization.value(), id("" + HEAVY), HALF));
    database.update("ANALYZE iam_grants");
  }

  /** Relations: half of them have one subject, a sixth one object, half one relation. */
  public void relations(int count) throws SQLException {
    insert(
        count,
        """
        INSERT INTO iam_relations (id, organization_id, subject_type, subject_id, relation,
          object_type, object_id, created_at)
        SELECT %1$s, '%2$s', 'user', CASE WHEN i %% 2 = 0 THEN %3$s ELSE %1$s END::text,
          CASE WHEN i %% 4 < 2 THEN 'viewer' ELSE 'editor' END, 'doc',
          CASE WHEN i %% 6 = 1 THEN 'big' ELSE 'd' || i END, now()
        """
            .formatted(id("i"), organization.value(), id("" + HEAVY)));
    database.update("ANALYZE iam_relations");
  }

  /** Inserts the rows of a SELECT over the numbers {@code i} from 1. */
  public void insert(int count, String select) throws SQLException {
    run(select + " FROM generate_series(1, " + count + ") i");
  }

  public static void analyze(String tables) throws SQLException {
    Rows.update("ANALYZE " + tables);
  }

  /** Without checking a foreign key for each row: the rows fit by how they are made. */
  private void run(String statement) throws SQLException {
    database.update("SET session_replication_role = replica; " + statement);
  }
}
