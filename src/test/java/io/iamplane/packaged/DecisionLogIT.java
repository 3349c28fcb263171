package io.iamplane.packaged;

import io.iamplane.decision.block.BlockLines;
import io.iamplane.testing.AnswerJson;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** The log in the database. */
@Tag("ci")
class DecisionLogIT extends LoggedAnswers {

  @Override
  Map<String, String> sink() {
    return Map.of();
  }

  @Override
  Set<String> logged() throws SQLException {
    return logged(url());
  }

  /** The ids of all decisions in the log of a database. */
  static Set<String> logged(String url) throws SQLException {
    Set<String> ids = new HashSet<>();
    try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT body FROM iam_decisions")) {
      while (rows.next()) {
        for (byte[] line : BlockLines.of(rows.getBytes(1))) {
          ids.add(AnswerJson.at(new String(line, StandardCharsets.UTF_8), "/id").textValue());
        }
      }
    }
    return ids;
  }
}
