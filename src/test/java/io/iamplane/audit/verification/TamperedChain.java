package io.iamplane.audit.verification;

import io.iamplane.chain.ChainHash;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.Tile;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Changes a chain as the database's owner, with every trigger off, and restores it. */
public final class TamperedChain implements AutoCloseable {

  private static final List<String> TABLES =
      List.of(
          "iam_audit_records",
          "iam_audit_personal",
          "iam_audit_tiles",
          "iam_audit_checkpoints",
          "iam_audit_heads");

  /** Tables that a rewritten or cut chain changes. */
  private static final List<String> REWRITTEN =
      List.of("iam_audit_records", "iam_audit_tiles", "iam_audit_heads");

  private final OrganizationId organization;
  private final Connection connection;

  /** Tables of which a copy is kept: before the first change of one. */
  private final Set<String> kept = new LinkedHashSet<>();

  public TamperedChain(OrganizationId organization) throws SQLException {
    this.organization = organization;
    this.connection = DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
  }

  private void keep(List<String> tables) throws SQLException {
    List<String> more = tables.stream().filter(table -> !kept.contains(table)).toList();
    if (!more.isEmpty()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            ofEach(
                more,
                "CREATE TEMP TABLE kept_%1$s AS SELECT * FROM %1$s WHERE organization_id = '"
                    + organization.value()
                    + "'"));
        kept.addAll(more);
      }
    }
  }

  /** Runs statements in which {@code :o} stands for the condition that names the organization. */
  public void run(String... statements) throws SQLException {
    run(true, statements);
  }

  /** The same for statements that may find nothing to change. */
  public void runIfAny(String... statements) throws SQLException {
    run(false, statements);
  }

  private void run(boolean mustChange, String... statements) throws SQLException {
    // What has no trigger off keeps its plans.
    List<String> named = TABLES.stream().filter(String.join(";", statements)::contains).toList();
    keep(named);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      disable(statement, named);
      for (String each : statements) {
        int rows =
            statement.executeUpdate(
                each.replace(":o", "organization_id = '" + organization.value() + "'"));
        if (mustChange && rows == 0) {
          throw new IllegalStateException("changed nothing: " + each);
        }
      }
      enable(statement, named);
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Makes the tables that were tampered with as they were before; nothing else wrote to them. */
  public void restore() throws SQLException {
    if (kept.isEmpty()) {
      return;
    }
    List<String> tables = List.copyOf(kept);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      disable(statement, tables);
      for (String table : tables) {
        String ours = "t.organization_id = '" + organization.value() + "'";
        // Whole rows are compared: what is as it was is left alone. As texts, which are hashed, and
        // not each compared with each.
        statement.executeUpdate(
            "DELETE FROM %1$s t WHERE %2$s AND NOT EXISTS (SELECT FROM kept_%1$s k WHERE k::text = t::text)"
                .formatted(table, ours));
        statement.executeUpdate(
            "INSERT INTO %1$s SELECT * FROM kept_%1$s k WHERE NOT EXISTS (SELECT FROM %1$s t WHERE %2$s AND t::text = k::text)"
                .formatted(table, ours));
      }
      enable(statement, tables);
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /**
   * Changes the text of a record and recomputes all later hashes, the head and the tiles, as an
   * owner with knowledge of the format can.
   */
  public void rewriteFrom(long seq) throws SQLException {
    rewrite(
        seq,
        text -> text.replaceFirst("(\"correlation_id\":\"[^\"]*)", "$1x"),
        correlation -> correlation + "x");
  }

  /** Like {@link #rewriteFrom}, with any other text for the same columns. */
  public void rewriteText(long seq, UnaryOperator<String> change) throws SQLException {
    rewrite(seq, change, UnaryOperator.identity());
  }

  private void rewrite(long seq, UnaryOperator<String> text, UnaryOperator<String> correlated)
      throws SQLException {
    CompactRange tree = CompactRange.empty();
    ByteArrayOutputStream leaves = new ByteArrayOutputStream();
    byte[] previous = ChainHash.genesis(organization);
    long last = 0;
    keep(REWRITTEN);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE iam_audit_records SET canonical = ?, correlation_id = ?, prev_hash = ?,"
                    + " hash = ? WHERE organization_id = ? AND seq = ?");
        PreparedStatement tile =
            connection.prepareStatement(
                "UPDATE iam_audit_tiles SET hashes = ?, root = ?"
                    + " WHERE organization_id = ? AND level = 0 AND tile = ?");
        ResultSet rows =
            statement.executeQuery("SELECT * FROM kept_iam_audit_records ORDER BY seq")) {
      disable(connection.createStatement(), REWRITTEN);
      while (rows.next()) {
        last = rows.getLong("seq");
        String correlation = rows.getString("correlation_id");
        String changed = last == seq ? correlated.apply(correlation) : correlation;
        String kept = rows.getString("canonical");
        String canonical = last == seq ? text.apply(kept) : kept;
        byte[] hash = ChainHash.record(previous, canonical);
        update.setString(1, canonical);
        update.setString(2, changed);
        update.setBytes(3, previous);
        update.setBytes(4, hash);
        update.setObject(5, organization.value());
        update.setLong(6, last);
        update.addBatch();
        MerkleHash leaf = MerkleHash.leaf(hash);
        tree = tree.append(leaf);
        leaves.writeBytes(leaf.bytes());
        if (last % Tile.WIDTH == 0) {
          tile.setBytes(1, leaves.toByteArray());
          tile.setBytes(2, Tile.root(leaves.toByteArray()).bytes());
          tile.setObject(3, organization.value());
          tile.setLong(4, last / Tile.WIDTH - 1);
          tile.executeUpdate();
          leaves.reset();
        }
        previous = hash;
      }
      update.executeBatch();
      head(last, previous, tree);
      enable(connection.createStatement(), REWRITTEN);
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Cuts the chain after a record; adapts the head, the tiles and the personal values. */
  public void cutAfter(long seq) throws SQLException {
    run("DELETE FROM iam_audit_records WHERE :o AND seq > " + seq);
    CompactRange tree = CompactRange.empty();
    byte[] hash = ChainHash.genesis(organization);
    keep(REWRITTEN);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT hash FROM kept_iam_audit_records WHERE seq <= " + seq + " ORDER BY seq")) {
      while (rows.next()) {
        hash = rows.getBytes("hash");
        tree = tree.append(MerkleHash.leaf(hash));
      }
      disable(connection.createStatement(), REWRITTEN);
      connection
          .createStatement()
          .executeUpdate(
              "DELETE FROM iam_audit_tiles WHERE organization_id = '%s' AND (tile + 1) * 256 > %d"
                  .formatted(organization.value(), seq));
      head(seq, hash, tree);
      enable(connection.createStatement(), REWRITTEN);
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private void head(long seq, byte[] hash, CompactRange tree) throws SQLException {
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

  private static void disable(Statement statement, List<String> tables) throws SQLException {
    statement.execute(ofEach(tables, "ALTER TABLE %1$s DISABLE TRIGGER USER"));
  }

  /** Back to ALWAYS, as the migration made them. */
  private static void enable(Statement statement, List<String> tables) throws SQLException {
    statement.execute(
        """
        DO $$ DECLARE each record;
        BEGIN
          FOR each IN SELECT tgrelid::regclass AS of_table, tgname FROM pg_trigger
            WHERE NOT tgisinternal AND tgrelid = ANY ('{%s}'::regclass[])
          LOOP
            EXECUTE format('ALTER TABLE %%s ENABLE ALWAYS TRIGGER %%I', each.of_table, each.tgname);
          END LOOP;
        END $$
        """
            .formatted(String.join(",", tables)));
  }

  /** A statement for each of the tables, which are sent together. */
  private static String ofEach(List<String> tables, String statement) {
    return tables.stream().map(statement::formatted).collect(Collectors.joining("; "));
  }

  @Override
  public void close() throws SQLException {
    try {
      restore();
    } finally {
      connection.close();
    }
  }
}
