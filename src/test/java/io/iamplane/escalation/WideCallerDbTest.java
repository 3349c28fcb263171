package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.GroupedChanges;
import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.directory.group.GroupId;
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

  /** Each of the grants counts on each of the terms: more than a judgement looks at. */
  private static final int TERMS = 250;

  private static final int GRANTS = 850;

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
              assertThat(refusal.detail()).startsWith("Too many groups and grants");
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
    world.operator(
        tenant,
        recording -> {
          wide = world.account(recording, "wide");
          SubjectRef shared = world.group(recording, "shared");
          for (int i = 0; i < TERMS; i++) {
            SubjectRef between = world.group(recording, "between-" + i);
            add(recording, between, wide, "context.c%d == true".formatted(i));
            add(recording, shared, between, null);
          }
          IntStream.range(0, GRANTS)
              .forEach(i ->
                  world.grants.create(
                      recording,
                      PowerWorld.privilege(shared, "shop:hot.run")
                          .on(new SubjectRef("site", "s" + i))
                          .build()));
        });
  }

  private void add(Recording recording, SubjectRef group, SubjectRef member, String condition) {
    world.groups.addMember(
        recording, GroupId.parse(group.id()).orElseThrow(), member, condition, null, null);
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
