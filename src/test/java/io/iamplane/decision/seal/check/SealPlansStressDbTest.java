package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.chain.EventType;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The statements of a verification, as PostgreSQL carries them out among 120,000 blocks of a tenant
 * under 4,000 seals, as many blocks and 104,000 seals of others, 20,000 blocks of others that wait,
 * and ten other audit records for each seal. Nothing stays.
 */
@QuarkusTest
@Tag("stress")
class SealPlansStressDbTest {

  private static final Logger LOG = Logger.getLogger(SealPlansStressDbTest.class);
  private static final int BLOCKS = 120_000;
  private static final int PER_SEAL = 30;
  private static final int SEALS = BLOCKS / PER_SEAL;
  private static final String SEALED = EventType.DECISIONS_SEALED.wire();

  private final OrganizationId tenant = OrganizationId.next();
  private final ObjectMapper mapper = new ObjectMapper();
  private final Instant start = Instant.now().minusSeconds(BLOCKS / 2);
  private Connection connection;

  @BeforeEach
  void manyBlocks() throws SQLException {
    connection = Rows.open();
    connection.setAutoCommit(false);
    for (OrganizationId each : List.of(OrganizationId.next(), tenant)) {
      write(each);
    }
    run(
        """
        INSERT INTO iam_decision_seals (organization_id, id, blocks, decisions, root, sealed_at)
        SELECT '%s', gen_random_uuid(), 1, 1, 'x', now() FROM generate_series(1, 100000)
        """
            .formatted(OrganizationId.next()),
        """
        INSERT INTO iam_decision_unsealed (organization_id, id, decisions, root)
        SELECT '%s', gen_random_uuid(), 1, 'x' FROM generate_series(1, 20000)
        """
            .formatted(OrganizationId.next()));
    run("ANALYZE iam_decisions", "ANALYZE iam_decision_sealed", "ANALYZE iam_decision_seals");
    run("ANALYZE iam_audit_records", "ANALYZE iam_decision_unsealed");
  }

  @AfterEach
  void nothingStays() throws SQLException {
    connection.rollback();
    connection.close();
  }

  // Of records.

  @Test
  void recordsOfSealsAreFoundByTheirType() throws Exception {
    Instant middle = start.plusSeconds(BLOCKS / 4);
    long last = 11L * SEALS;
    requireIndexes(
        "first", SealRecordQuery.FIRST, 1, "iam_audit_records_by_type", tenant, SEALED, last);
    requireIndexes(
        "latest",
        SealRecordQuery.LATEST,
        1,
        "iam_audit_records_by_type",
        tenant,
        SEALED,
        middle,
        last);
    requireIndexes(
        "after",
        SealRecordQuery.AFTER,
        1_000,
        "iam_audit_records_by_type",
        tenant,
        SEALED,
        middle,
        0L,
        last,
        1_000);
    requireIndexes(
        "recorded",
        SealRecordQuery.RECORDED,
        1_000,
        "iam_audit_records_by_target",
        texts(ids("id", "iam_decision_seals", 1_000)),
        tenant,
        "decision_seal",
        SEALED);
  }

  // Of seals.

  @Test
  void sealsAndTheirNamesAreFoundByTheirKeys() throws Exception {
    UUID[] some = ids("id", "iam_decision_seals", 166);
    Integer[] blocks = new Integer[some.length];
    Arrays.fill(blocks, PER_SEAL);
    requireIndexes(
        "seals",
        SealRowsQuery.SEALS,
        some.length,
        "iam_decision_seals_pkey",
        tenant,
        some,
        2 * some.length);
    String names = "iam_decision_sealed_organization_id_seal_id_position_key";
    requireIndexes(
        "names of blocks", SealRowsQuery.BLOCKS, BLOCKS / 10, names, some, blocks, tenant);
    UUID[] page = ids("id", "iam_decision_seals", 1_000);
    Integer[] all = new Integer[page.length];
    Arrays.fill(all, PER_SEAL);
    requireIndexes("longer seals", SealRowsQuery.LONGER, 2_000, names, page, all, tenant, tenant);
    requireIndexes(
        "seals after",
        SealRowsQuery.SEALS_AFTER,
        5_000,
        names,
        tenant,
        some[0],
        tenant,
        1_000,
        tenant,
        some[0],
        1_000,
        1_000);
  }

  // Of blocks.

  @Test
  void blocksAreFoundByTheirKeys() throws Exception {
    UUID[] some = ids("id", "iam_decisions", 1_000);
    requireIndexes("sizes", BlockRowsQuery.SIZES, 1_000, "_pkey", tenant, some, 2 * some.length);
    UUID[] few = ids("id", "iam_decisions", 200);
    requireIndexes(
        "bodies", BlockRowsQuery.BLOCKS, 200, "_pkey", 32_768, 4_194_304, tenant, few, 200);
    requireIndexes("a part", BlockRowsQuery.PART, 1, "_pkey", 1, 1_048_576, tenant, few[0]);
  }

  @Test
  void blocksAndTheirNamesAreReadTogetherFromAPlaceOn() throws Exception {
    UUID middle = RecordIds.firstOf(start.plusSeconds(BLOCKS / 4));
    for (int most : new int[] {20, 10_000}) {
      requireIndexes(
          most + " blocks from",
          BlockRowsQuery.FROM,
          3 * most,
          "iam_decision_sealed_pkey",
          tenant,
          middle,
          most,
          tenant,
          tenant,
          2 * most);
    }
  }

  /** Carries a statement out, and looks at how. */
  private void requireIndexes(
      String name, String query, int mostRows, String index, Object... parameters)
      throws Exception {
    String text = explained(query, parameters);
    JsonNode plan = mapper.readTree(text).get(0);
    List<JsonNode> scans = new ArrayList<>();
    walk(plan.get("Plan"), scans);
    LOG.infof("%s: %.1f ms", name, plan.get("Execution Time").asDouble());
    assertThat(scans).as(text).isNotEmpty();
    assertThat(scans)
        .as("%s reads whole tables: %s", name, text)
        .noneMatch(scan -> scan.path("Node Type").asText().equals("Seq Scan") && isLarge(scan));
    assertThat(text).as(name).contains(index);
    double rows = scans.stream().mapToDouble(SealPlansStressDbTest::rows).sum();
    assertThat(rows)
        .as("%s, rows that are read: %s", name, text)
        .isLessThanOrEqualTo(3.0 * mostRows);
  }

  /** An empty partition is read as fast as an index of it. */
  private static boolean isLarge(JsonNode scan) {
    return rows(scan) > 0;
  }

  private static double rows(JsonNode scan) {
    double loops = scan.path("Actual Loops").asDouble();
    return loops
        * (scan.path("Actual Rows").asDouble() + scan.path("Rows Removed by Filter").asDouble());
  }

  private static void walk(JsonNode node, List<JsonNode> scans) {
    if (node.has("Relation Name") || node.path("Node Type").asText().contains("Index")) {
      scans.add(node);
    }
    node.path("Plans").forEach(below -> walk(below, scans));
  }

  private String explained(String query, Object... parameters) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("EXPLAIN (ANALYZE, FORMAT JSON) " + query)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameter(parameters[i]));
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private Object parameter(Object value) throws SQLException {
    return switch (value) {
      case OrganizationId id -> id.value();
      case Instant instant -> instant.atOffset(ZoneOffset.UTC);
      case UUID[] ids -> connection.createArrayOf("uuid", ids);
      case Integer[] numbers -> connection.createArrayOf("integer", numbers);
      case String[] texts -> connection.createArrayOf("text", texts);
      default -> value;
    };
  }

  private UUID[] ids(String column, String table, int most) throws SQLException {
    List<UUID> ids = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT %1$s FROM %2$s WHERE organization_id = '%3$s' ORDER BY %1$s OFFSET 500 LIMIT %4$d"
                    .formatted(column, table, tenant, most))) {
      while (rows.next()) {
        ids.add(rows.getObject(1, UUID.class));
      }
    }
    return ids.toArray(UUID[]::new);
  }

  private static String[] texts(UUID[] ids) {
    return Arrays.stream(ids).map(UUID::toString).toArray(String[]::new);
  }

  private void write(OrganizationId organization) throws SQLException {
    run(
        """
        CREATE TEMP TABLE made ON COMMIT DROP AS
          SELECT n, n / %2$d AS seal, ms, (lpad(to_hex(ms), 12, '0') || '7000a'
            || lpad(to_hex(n), 15, '0'))::uuid AS id
          FROM generate_series(0, %1$d - 1) n, LATERAL (SELECT %3$d + n * 500::bigint AS ms) t
        """
            .formatted(BLOCKS, PER_SEAL, start.toEpochMilli()),
        """
        CREATE TEMP TABLE seals ON COMMIT DROP AS
          SELECT seal, max(ms) + 600 AS ms, (lpad(to_hex(max(ms) + 600), 12, '0') || '7000b'
            || lpad(to_hex(seal), 15, '0'))::uuid AS id, min(id::text) AS first, max(id::text) AS last
          FROM made GROUP BY seal
        """,
        """
        INSERT INTO iam_decisions (organization_id, id, last_id, decisions, denied, step_up, filter,
          body, root)
        SELECT '%s', id, id, 100, 9, 0, '\\xabcd', '\\xabcdef', sha256(id::text::bytea) FROM made
        """
            .formatted(organization),
        """
        INSERT INTO iam_decision_seals (organization_id, id, blocks, decisions, root, sealed_at)
        SELECT '%s', id, %d, 3000, sha256(id::text::bytea), to_timestamp(ms / 1000.0) FROM seals
        """
            .formatted(organization, PER_SEAL),
        """
        INSERT INTO iam_decision_sealed (organization_id, block_id, seal_id, position, root)
        SELECT '%s', m.id, s.id, m.n %% %d, sha256(m.id::text::bytea)
        FROM made m JOIN seals s ON s.seal = m.seal
        """
            .formatted(organization, PER_SEAL),
        """
        INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
          target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash)
        SELECT '%s', s.seal * 11 + k + 1, gen_random_uuid(), to_timestamp(s.ms / 1000.0 + k),
          CASE WHEN k = 0 THEN '%s' ELSE 'iam.grant.created' END, 'system:test',
          CASE WHEN k = 0 THEN 'decision_seal' ELSE 'grant' END,
          CASE WHEN k = 0 THEN s.id::text ELSE gen_random_uuid()::text END, 'low', 'c',
          rpad('{}', 700), sha256('a'), sha256('b')
        FROM seals s, generate_series(0, 10) k
        """
            .formatted(organization, SEALED),
        "DROP TABLE made, seals");
  }

  private void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }
}
