package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;

/** PostgreSQL keeps no generic plan for pages, but does for other frequent queries. */
@QuarkusTest
class PagePlansDbTest {

  /** More than the driver and the server take, five each, before a plan is kept. */
  private static final int CALLS = 15;

  private static final String SELECT = "SELECT %s FROM iam_organizations WHERE key <> ?";

  @Inject Transactions transactions;
  @Inject Sql sql;
  @Inject Session session;

  @Test
  void aPageIsPlannedForItsValues() {
    Keyset page = Keyset.of(SELECT.formatted("id AS page"), "id", "none").rows(2);
    assertThat(kept(page.sql(), () -> sql.list(page, row -> true))).isEmpty();
  }

  @Test
  void aPageOfEntitiesIsPlannedForItsValues() {
    Keyset page = Keyset.of(SELECT.formatted("id AS entities"), "id", "none").rows(2);
    assertThat(kept(page.sql(), () -> Sql.list(page, session, UUID.class))).isEmpty();
    assertThat(plannedOnce("count(*) AS others")).isTrue();
  }

  private boolean plannedOnce(String selected) {
    String query = SELECT.formatted(selected);
    return kept(query, () -> sql.list(query, row -> true, "none")).size() == 1;
  }

  @Test
  void anyOtherQueryIsPlannedOnce() {
    String query = SELECT.formatted("count(*) AS organizations");
    List<Long> plans = kept(query, () -> sql.list(query, row -> true, "none"));
    assertThat(plans).hasSize(1).allMatch(generic -> generic > 0);
  }

  /** The number of runs with a generic plan, for each prepared statement of this text. */
  private List<Long> kept(String query, Runnable call) {
    return transactions.call(() -> {
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      return sql.list(
          "SELECT generic_plans FROM pg_prepared_statements WHERE statement = ?",
          row -> row.getLong("generic_plans"),
          query.replace("?", "$1"));
    });
  }
}
