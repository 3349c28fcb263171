package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Sql;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ChangesDbTest {

  @Inject Sql sql;

  @Test
  void databaseAnswers() {
    assertThat(sql.first("SELECT count(*) AS n FROM iam_organizations", row -> row.getLong("n")))
        .hasValue(0L);
  }
}
