package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.GroupedChanges;
import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A change with a judgement of too many steps is refused alone; the others of its group stay. */
@QuarkusTest
class WideCallerDbTest {

  /** Each of the grants gives each permission of the control plane: more than a judgement reads. */
  private static final int GRANTS = 5_000;

  @Inject PowerWorld world;
  @Inject GroupedChanges grouped;
  @Inject Sql sql;

  private OrganizationId tenant;
  private SubjectRef wide;

  @Test
  void changeThatTakesTooManyStepsDisturbsNoOtherOfItsGroup() throws Exception {
    tenant = world.tenant();
    makeWide();
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      bodies.add(i == 30 ? this::tooMuch : recording -> world.user(recording));
    }
    List<Outcome> outcomes = grouped.together(caller(), tenant, 64, bodies);
    assertThat(outcomes.get(30).failure())
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ErrorCode.CONFLICT);
              assertThat(refusal.detail())
                  .startsWith("This change affects too many groups and grants");
            });
    assertThat(outcomes.stream().filter(outcome -> outcome.failure() != null)).hasSize(1);
    assertThat(rows("iam_users")).isEqualTo(63);
    assertThat(rows("iam_grants WHERE subject_type = 'user'")).isZero();
  }

  private SubjectRef tooMuch(Recording recording) {
    SubjectRef user = world.user(recording);
    world.grants.create(recording, PowerWorld.privilege(user, "shop:hot.run").build());
    return user;
  }

  private void makeWide() {
    world.operator(tenant, recording -> wide = world.account(recording, "wide"));
    for (int first = 0; first < GRANTS; first += 500) {
      IntStream sites = IntStream.range(first, first + 500);
      world.operator(
          tenant,
          recording ->
              sites.forEach(i ->
                  world.grants.create(
                      recording,
                      PowerWorld.privilege(wide, "role iam:iam-admin")
                          .on(new SubjectRef("site", "s" + i))
                          .build())));
    }
  }

  private Caller caller() {
    return new Caller(
        tenant, false, wide, "client", Aal.AAL1, new Caller.Origin("work", null, null));
  }

  private long rows(String table) {
    String and = table.contains("WHERE") ? " AND" : " WHERE";
    return sql.first(
            "SELECT count(*) AS n FROM " + table + and + " organization_id = ?",
            row -> row.getLong("n"),
            tenant.value())
        .orElseThrow();
  }
}
