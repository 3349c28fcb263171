package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Columns;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.IntConsumer;

/**
 * PostgreSQL's plans of statements that look up what some callers ask together: they are kept, also
 * for fewer callers than it assumes.
 */
public final class KeptPlans {

  /** More than the driver and the server take, five each, before a plan is kept. */
  private static final int CALLS = 15;

  private static final String BARE = "SELECT id FROM iam_organizations WHERE id = ANY (?::uuid[])";

  private final Transactions transactions;
  private final Sql sql;

  public KeptPlans(Transactions transactions, Sql sql) {
    this.transactions = transactions;
    this.sql = sql;
  }

  private record Plans(String statement, long kept) {}

  /**
   * Fails unless each statement that holds a part is planned once, and all of them run at each
   * call.
   *
   * @param call takes the number of callers
   */
  public void areKept(int statements, String part, IntConsumer call) {
    transactions.run(() -> {
      // None of the plans that this connection made for other tables' sizes.
      sql.update("DEALLOCATE ALL");
      // As for large tables: each element costs some pages, and planning next to nothing.
      sql.list(
          "SELECT set_config('enable_seqscan', 'off', true),"
              + " set_config('cpu_operator_cost', '0.00001', true)",
          _ -> true);
      List<Plans> plans = after(part, call);
      assertThat(plans).hasSize(statements);
      assertThat(plans).allSatisfy(each -> assertThat(each.kept()).isGreaterThanOrEqualTo(CALLS));
      List<Plans> bare =
          after(
              "iam_organizations WHERE id = ANY",
              count -> sql.list(BARE, _ -> true, columns(count).ids(each -> each)));
      assertThat(bare).as("a statement that hides nothing").hasSize(1);
      assertThat(bare.getFirst().kept()).as("its kept plan").isZero();
    });
  }

  private static Columns<UUID> columns(int count) {
    return new Columns<>(Collections.nCopies(count, UUID.randomUUID()));
  }

  private List<Plans> after(String part, IntConsumer call) {
    for (int i = 0; i < 2 * CALLS; i++) {
      call.accept(1 + i % 3);
    }
    return sql.list(
        "SELECT statement, generic_plans FROM pg_prepared_statements"
            + " WHERE position(? IN statement) > 0 AND statement NOT LIKE '%pg_prepared%'",
        row -> new Plans(row.getString(1), row.getLong(2)), part);
  }
}
