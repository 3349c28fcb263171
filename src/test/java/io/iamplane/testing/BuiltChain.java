package io.iamplane.testing;

import io.iamplane.chain.CanonicalTime;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.Tile;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGConnection;

/**
 * Makes a chain long in the time that it takes to copy it in: records as the service writes them,
 * with two personal values each, tiles and head, but without the changes that they would tell of.
 */
public final class BuiltChain {

  private static final int PORTION = 10_000;
  private static final HexFormat HEX = HexFormat.of();
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private final Connection connection;
  private final OrganizationId organization;
  private final List<ByteArrayOutputStream> open = new ArrayList<>();
  private final StringBuilder records = new StringBuilder();
  private final StringBuilder personal = new StringBuilder();
  private long seq;
  private byte[] hash;
  private CompactRange tree;

  private BuiltChain(Connection connection, OrganizationId organization) throws SQLException {
    this.connection = connection;
    this.organization = organization;
    try (PreparedStatement head =
        connection.prepareStatement(
            "SELECT seq, hash, tree FROM iam_audit_heads WHERE organization_id = ?")) {
      head.setObject(1, organization.value());
      ResultSet row = head.executeQuery();
      row.next();
      seq = row.getLong(1);
      hash = row.getBytes(2);
      tree = CompactRange.decode(seq, row.getBytes(3));
    }
    openTiles();
  }

  /** Appends records to a chain without concurrent writers. */
  public static void append(Connection connection, OrganizationId organization, int count)
      throws SQLException {
    connection.setAutoCommit(false);
    BuiltChain chain = new BuiltChain(connection, organization);
    for (int i = 0; i < count; i++) {
      chain.append();
      if (i % PORTION == PORTION - 1) {
        chain.flush();
      }
    }
    chain.flush();
    chain.moveHead();
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** The hashes of the tiles that are not full yet, one level after another. */
  private void openTiles() throws SQLException {
    try (PreparedStatement loose =
            connection.prepareStatement(
                "SELECT hash FROM iam_audit_records"
                    + " WHERE organization_id = ? AND seq > ? ORDER BY seq");
        PreparedStatement roots =
            connection.prepareStatement(
                "SELECT root FROM iam_audit_tiles"
                    + " WHERE organization_id = ? AND level = ? AND tile >= ? ORDER BY tile")) {
      loose.setObject(1, organization.value());
      loose.setLong(2, seq / Tile.WIDTH * Tile.WIDTH);
      ByteArrayOutputStream leaves = level(0);
      ResultSet row = loose.executeQuery();
      while (row.next()) {
        leaves.writeBytes(MerkleHash.leaf(row.getBytes(1)).bytes());
      }
      long tiles = seq / Tile.WIDTH;
      for (int level = 0; tiles > 0; level++) {
        roots.setObject(1, organization.value());
        roots.setInt(2, level);
        roots.setLong(3, tiles / Tile.WIDTH * Tile.WIDTH);
        ResultSet root = roots.executeQuery();
        while (root.next()) {
          level(level + 1).writeBytes(root.getBytes(1));
        }
        tiles /= Tile.WIDTH;
      }
    }
  }

  private ByteArrayOutputStream level(int level) {
    while (open.size() <= level) {
      open.add(new ByteArrayOutputStream());
    }
    return open.get(level);
  }

  private void append() throws SQLException {
    seq++;
    UUID id = new UUID(0x0192f3c400007000L, 0x8000000000000000L | seq);
    Instant at = BEGINNING.plusMillis(seq);
    String name = personal("/after/name", "user:" + id, "\"Person " + seq + "\"");
    String ip = personal("/ip", "user:ann", "\"192.0.2." + seq % 250 + "\"");
    String canonical =
        CanonicalJson.of(
            """
            {"organization_id":"%1$s","id":"%2$s","seq":"%3$d","occurred_at":"%4$s",
             "event_type":"iam.user.created","risk_level":"medium","correlation_id":"%2$s",
             "actor":{"organization_id":"%1$s","type":"user","id":"ann","aal":"aal1"},
             "target":{"type":"user","id":"%2$s"},"ip":{"sha256":"%5$s"},
             "after":{"id":"%2$s","name":{"sha256":"%6$s"},"status":"active","revision":1,
               "attributes":{},"created_at":"%4$s"}}
            """
                .formatted(organization, id, seq, CanonicalTime.text(at), ip, name));
    byte[] next = ChainHash.record(hash, canonical);
    records
        .append(
            "%1$s\t%2$d\t%3$s\t%4$s\tiam.user.created\tuser:ann\tuser\t%3$s\tmedium\t%3$s\t"
                .formatted(organization, seq, id, at))
        .append(canonical)
        .append("\t\\\\x")
        .append(HEX.formatHex(hash))
        .append("\t\\\\x")
        .append(HEX.formatHex(next))
        .append('\n');
    hash = next;
    MerkleHash leaf = MerkleHash.leaf(next);
    tree = tree.append(leaf);
    grow(0, leaf.bytes());
  }

  private String personal(String path, String subject, String value) {
    byte[] salt = Hashes.sha256((path + seq).getBytes(StandardCharsets.UTF_8));
    MessageDigest digest = Hashes.sha256();
    digest.update(salt);
    personal.append(
        "%s\t%d\t%s\t%s\t\\\\x%s\t%s\n"
            .formatted(organization, seq, path, subject, HEX.formatHex(salt), value));
    return HEX.formatHex(digest.digest(value.getBytes(StandardCharsets.UTF_8)));
  }

  private void grow(int level, byte[] node) throws SQLException {
    ByteArrayOutputStream hashes = level(level);
    hashes.writeBytes(node);
    if (hashes.size() < Tile.BYTES) {
      return;
    }
    byte[] root = Tile.root(hashes.toByteArray()).bytes();
    long width = 1L << Tile.HEIGHT * (level + 1);
    try (PreparedStatement tile =
        connection.prepareStatement(
            "INSERT INTO iam_audit_tiles (organization_id, level, tile, hashes, root)"
                + " VALUES (?, ?, ?, ?, ?)")) {
      tile.setObject(1, organization.value());
      tile.setInt(2, level);
      tile.setLong(3, seq / width - 1);
      tile.setBytes(4, hashes.toByteArray());
      tile.setBytes(5, root);
      tile.executeUpdate();
    }
    hashes.reset();
    grow(level + 1, root);
  }

  private void flush() throws SQLException {
    copy(
        "iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor, target_type,"
            + " target_id, risk_level, correlation_id, canonical, prev_hash, hash)",
        records);
    copy("iam_audit_personal (organization_id, seq, path, subject, salt, value)", personal);
  }

  private void copy(String table, StringBuilder rows) throws SQLException {
    try {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              "COPY " + table + " FROM STDIN",
              new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8)));
      rows.setLength(0);
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  private void moveHead() throws SQLException {
    try (PreparedStatement head =
        connection.prepareStatement(
            "UPDATE iam_audit_heads SET seq = ?, hash = ?, tree = ? WHERE organization_id = ?")) {
      head.setLong(1, seq);
      head.setBytes(2, hash);
      head.setBytes(3, tree.encode());
      head.setObject(4, organization.value());
      head.executeUpdate();
    }
  }
}
