package io.iamplane.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;

/** The tables as they are, past the application and past the proxy. */
public final class Rows {

  /** To open one takes as long as a hundred short statements. */
  private static final Deque<Connection> KEPT = new ConcurrentLinkedDeque<>();

  /** Longer than any volume takes to be written. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private Rows() {}

  /** A use of a statement. */
  public interface Use<T> {
    T of(Statement statement) throws SQLException;
  }

  /** Runs one statement as the database's owner. */
  public static int update(String sql) throws SQLException {
    return with(statement -> statement.executeUpdate(sql));
  }

  /** Runs one statement as an owner who passes over the triggers. */
  public static int updatePastTriggers(String sql) throws SQLException {
    return with(statement -> {
      statement.execute("SET session_replication_role = replica");
      return statement.executeUpdate(sql);
    });
  }

  /** The first column of every row as text. */
  public static List<String> texts(String sql) throws SQLException {
    return with(statement -> {
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(sql)) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    });
  }

  /** Runs work on one connection, for state of a session. */
  public static <T> T with(Use<T> use) throws SQLException {
    Connection connection = kept();
    try (Statement statement = connection.createStatement()) {
      T result = use.of(statement);
      // As if it were new, for whoever uses it next.
      statement.execute("DISCARD ALL");
      KEPT.push(connection);
      return result;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static Connection kept() throws SQLException {
    for (Connection connection = KEPT.poll(); connection != null; connection = KEPT.poll()) {
      if (connection.isValid(1)) {
        return connection;
      }
      connection.close();
    }
    return open();
  }

  /**
   * The names of our tables with one of these texts anywhere in a row's text; bytea in hexadecimal.
   * The database does the search: to fetch all rows of all tests takes seconds.
   */
  public static List<String> tablesWith(Collection<String> texts) throws SQLException {
    String patterns =
        texts.stream()
            .map(text -> "'%" + text.replaceAll("([\\\\%_])", "\\\\$1").replace("'", "''") + "%'")
            .collect(Collectors.joining(", "));
    return texts(
        texts("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'iam\\_%'")
            .stream()
            .map(table ->
                "SELECT '%1$s' WHERE EXISTS (SELECT FROM %1$s t WHERE t::text LIKE ANY (ARRAY[%2$s]))"
                    .formatted(table, patterns))
            .collect(Collectors.joining(" UNION ALL ")));
  }

  public static List<String> tablesWith(String... texts) throws SQLException {
    return tablesWith(List.of(texts));
  }

  /** Everything that our tables hold of one organization, as text. */
  public static String everythingOf(String organization) throws SQLException {
    StringBuilder all = new StringBuilder();
    for (String table :
        texts(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public'"
                + " AND column_name = 'organization_id' AND table_name LIKE 'iam\\_%'")) {
      texts("SELECT t::text FROM %s t WHERE organization_id = '%s'".formatted(table, organization))
          .forEach(row -> all.append(row).append('\n'));
    }
    return all.toString();
  }

  /** A connection of the database's owner, on which no statement waits without end. */
  public static Connection open() throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("user", "postgres");
    settings.setProperty("password", "postgres");
    settings.setProperty("options", "-c lock_timeout=120s");
    settings.setProperty("socketTimeout", Long.toString(PATIENCE.toSeconds()));
    return DriverManager.getConnection(TestDatabase.directUrl(), settings);
  }
}
