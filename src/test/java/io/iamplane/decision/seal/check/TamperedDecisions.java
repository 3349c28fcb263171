package io.iamplane.decision.seal.check;

import io.iamplane.decision.block.Block;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Changes an organization's recorded decisions as the database's owner, and undoes it. */
final class TamperedDecisions implements AutoCloseable {

  private static final List<String> TABLES =
      List.of(
          "iam_decisions", "iam_decision_sealed", "iam_decision_seals", "iam_decision_unsealed");

  private final OrganizationId organization;
  private final Connection connection;

  /** Keeps a copy of all that is there. */
  TamperedDecisions(OrganizationId organization) throws SQLException {
    this.organization = organization;
    this.connection = Rows.open();
    try (Statement statement = connection.createStatement()) {
      // The owner can pass over the triggers.
      statement.execute("SET session_replication_role = replica");
      for (String table : TABLES) {
        statement.execute(
            "CREATE TEMP TABLE kept_%1$s AS SELECT * FROM %1$s WHERE ".formatted(table) + ours());
      }
    }
  }

  /** A block in the order of the blocks' seals, and where it is named. */
  record Named(UUID id, UUID seal, int position, byte[] body) {}

  /** The sealed blocks as they were. */
  List<Named> blocks() throws SQLException {
    List<Named> blocks = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT d.id, s.seal_id, s.position, d.body FROM kept_iam_decisions d"
                    + " JOIN kept_iam_decision_sealed s ON s.block_id = d.id"
                    + " ORDER BY s.seal_id, s.position")) {
      while (rows.next()) {
        blocks.add(
            new Named(
                rows.getObject(1, UUID.class),
                rows.getObject(2, UUID.class),
                rows.getInt(3),
                rows.getBytes(4)));
      }
    }
    return blocks;
  }

  /** Runs statements in which {@code :o} stands for the condition that names the organization. */
  void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String each : statements) {
        if (statement.executeUpdate(each.replace(":o", ours())) == 0) {
          throw new IllegalStateException("changed nothing: " + each);
        }
      }
    }
  }

  /** Gives a block another body. */
  void body(UUID block, byte[] body) throws SQLException {
    update("UPDATE iam_decisions SET body = ? WHERE " + ours() + " AND id = ?", body, block);
  }

  /** Puts a block with all its columns in the place of one. */
  void replace(UUID block, Block other) throws SQLException {
    run("DELETE FROM iam_decisions WHERE :o AND id = '" + block + "'");
    add(other);
  }

  /** Adds a block that nothing names. */
  void add(Block block) throws SQLException {
    update(
        "INSERT INTO iam_decisions (organization_id, id, last_id, decisions, denied, step_up,"
            + " filter, body, root) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        organization.value(),
        block.id(),
        block.lastId(),
        block.decisions(),
        block.denied(),
        block.stepUp(),
        block.filter(),
        block.body(),
        block.root());
  }

  /** Runs one statement with parameters. */
  void update(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      if (statement.executeUpdate() == 0) {
        throw new IllegalStateException("changed nothing: " + sql);
      }
    }
  }

  /**
   * Makes everything as it was when this began. A block that is written meanwhile stays whole, in
   * all tables or in none: the tables are seen at one moment.
   */
  void restore() throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.executeUpdate(
            "DELETE FROM %1$s t WHERE %2$s AND NOT EXISTS (SELECT FROM kept_%1$s k WHERE k::text = t::text)"
                .formatted(table, "t." + ours()));
        statement.executeUpdate(
            "INSERT INTO %1$s SELECT * FROM kept_%1$s k WHERE NOT EXISTS (SELECT FROM %1$s t WHERE %2$s AND t::text = k::text)"
                .formatted(table, "t." + ours()));
      }
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private String ours() {
    return "organization_id = '" + organization.value() + "'";
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
