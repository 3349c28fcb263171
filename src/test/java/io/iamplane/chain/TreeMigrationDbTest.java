package io.iamplane.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.Tile;
import io.iamplane.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Migration 21 builds the trees of the chains that were there before trees, in SQL; they must be
 * those that this code appends to from then on.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TreeMigrationDbTest {

  private static final String DATABASE = "tree_migration";
  private static final String TEMPLATE = "tree_migration_before";

  /** Around the ends of tiles; the last has a full tile of the second level and 257 more. */
  private static final int[] SIZES = {0, 1, 2, 3, 255, 256, 257, 511, 512, 600, 65_793};

  private Connection connection;

  /** Made once, and copied by each test. */
  @BeforeAll
  void chainsFromBefore() throws SQLException {
    new TestDatabase().start();
    server("DROP DATABASE IF EXISTS " + TEMPLATE);
    server("CREATE DATABASE " + DATABASE);
    migrate("20");
    connection = DriverManager.getConnection(url(), "postgres", "postgres");
    for (int size : SIZES) {
      chain(size);
    }
    connection.close();
    server("ALTER DATABASE " + DATABASE + " RENAME TO " + TEMPLATE);
  }

  @BeforeEach
  void aDatabaseFromBefore() throws SQLException {
    server("CREATE DATABASE " + DATABASE + " TEMPLATE " + TEMPLATE);
    connection = DriverManager.getConnection(url(), "postgres", "postgres");
  }

  @AfterEach
  void dropIt() throws SQLException {
    connection.close();
    server("DROP DATABASE " + DATABASE);
  }

  @AfterAll
  void dropTemplate() throws SQLException {
    server("DROP DATABASE " + TEMPLATE);
  }

  @Test
  void theTreesAreThoseThatThisCodeBuilds() throws SQLException {
    migrate("21");

    for (int size : SIZES) {
      List<MerkleHash> leaves = leaves(size);
      assertThat(leaves).hasSize(size);
      assertThat(texts("SELECT encode(tree, 'hex') FROM iam_audit_heads WHERE seq = " + size))
          .as("the tree of " + size)
          .containsExactly(HexFormat.of().formatHex(CompactRange.of(leaves).encode()));
      assertThat(storedTiles(size)).as("the tiles of " + size).isEqualTo(tiles(leaves));
    }
  }

  @Test
  void theRecordsAndHeadsStayAsTheyWere() throws SQLException {
    String records =
        "SELECT md5(string_agg(organization_id::text || seq || encode(hash, 'hex'), ','"
            + " ORDER BY organization_id, seq)) FROM iam_audit_records";
    String heads = "SELECT encode(hash, 'hex') FROM iam_audit_heads ORDER BY organization_id";
    List<String> before = new ArrayList<>(texts(records));
    before.addAll(texts(heads));

    migrate("latest");

    List<String> after = new ArrayList<>(texts(records));
    after.addAll(texts(heads));
    assertThat(after).isEqualTo(before);
  }

  /** Every full tile of a tree, by level and index, with its hashes and root. */
  private static Map<String, String> tiles(List<MerkleHash> leaves) {
    Map<String, String> tiles = new HashMap<>();
    List<MerkleHash> hashes = leaves;
    for (int level = 0; hashes.size() >= Tile.WIDTH; level++) {
      List<MerkleHash> roots = new ArrayList<>();
      for (int end = Tile.WIDTH; end <= hashes.size(); end += Tile.WIDTH) {
        byte[] tile = bytes(hashes.subList(end - Tile.WIDTH, end));
        tiles.put(level + "/" + roots.size(), shown(tile, Tile.root(tile).bytes()));
        roots.add(Tile.root(tile));
      }
      hashes = roots;
    }
    return tiles;
  }

  private Map<String, String> storedTiles(int size) throws SQLException {
    Map<String, String> tiles = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT level, tile, hashes, root FROM iam_audit_tiles WHERE organization_id = '%s'"
                    .formatted(organization(size)))) {
      while (rows.next()) {
        tiles.put(
            rows.getInt("level") + "/" + rows.getLong("tile"),
            shown(rows.getBytes("hashes"), rows.getBytes("root")));
      }
    }
    return tiles;
  }

  private List<MerkleHash> leaves(int size) throws SQLException {
    List<MerkleHash> leaves = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT hash FROM iam_audit_records WHERE organization_id = '%s' ORDER BY seq"
                    .formatted(organization(size)))) {
      while (rows.next()) {
        leaves.add(MerkleHash.leaf(rows.getBytes("hash")));
      }
    }
    return leaves;
  }

  private static byte[] bytes(List<MerkleHash> hashes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Tile.BYTES);
    hashes.forEach(hash -> bytes.writeBytes(hash.bytes()));
    return bytes.toByteArray();
  }

  private static String shown(byte[] hashes, byte[] root) {
    return HexFormat.of().formatHex(hashes) + " " + HexFormat.of().formatHex(root);
  }

  /**
   * Inserts an organization with a chain of this length, its rows in no order, as after updates.
   */
  private void chain(int size) throws SQLException {
    String organization = organization(size);
    run(
        """
        INSERT INTO iam_organizations (id, key, name, kind, status, created_at, updated_at)
        VALUES ('%1$s', 'of-%2$d', 'Of', 'tenant', 'active', now(), now());
        INSERT INTO iam_audit_heads (organization_id, seq, hash)
        VALUES ('%1$s', %2$d, sha256(convert_to('%2$d.%2$d', 'UTF8')));
        INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
          target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash)
        SELECT '%1$s', i, gen_random_uuid(), now(), 'iam.user.created', 'cli:test', 'user', 'u',
          'low', 'c', '{}', sha256(convert_to('%2$d.' || i - 1, 'UTF8')),
          sha256(convert_to('%2$d.' || i, 'UTF8'))
        FROM generate_series(1, %2$d) i ORDER BY md5(i::text);
        """
            .formatted(organization, size));
  }

  private static String organization(int size) {
    return "00000000-0000-7000-8000-%012x".formatted(size);
  }

  private static void migrate(String target) {
    Flyway.configure()
        .dataSource(url(), "postgres", "postgres")
        .locations("classpath:db/migration")
        .target(target)
        .load()
        .migrate();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private static void server(String sql) throws SQLException {
    try (Connection server =
            DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
        Statement statement = server.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String url() {
    return TestDatabase.directUrl().replace("/postgres?", "/" + DATABASE + "?");
  }
}
