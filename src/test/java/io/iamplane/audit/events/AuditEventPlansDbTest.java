package io.iamplane.audit.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.testing.PlanAssert;
import io.iamplane.testing.Plans;
import io.iamplane.testing.Plans.Plan;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of the audit log are ranges of an index, the latest record first. */
@QuarkusTest
class AuditEventPlansDbTest {

  private static final String BY_TIME = "iam_audit_records_by_time";
  private static final String BY_TYPE = "iam_audit_records_by_type";
  private static final String BY_ACTOR = "iam_audit_records_by_actor";
  private static final String BY_TARGET = "iam_audit_records_by_target";
  private static final String FROM = "2026-01-01T01:00:00Z";
  private static final String TO = "2026-01-01T02:00:00Z";

  @Inject Plans plans;
  @Inject TestPlatform platform;

  // Read only: the rows are written once for all tests of the class.
  private static OrganizationId tenant;

  @BeforeEach
  void twoTenants() throws SQLException {
    if (tenant == null) {
      write(platform.tenant().id());
      OrganizationId made = platform.tenant().id();
      write(made);
      tenant = made;
    }
    Volume.analyze("iam_audit_records");
  }

  /** With every filter alone, bounded in time or not, on the first page and on later ones. */
  @ParameterizedTest
  @CsvSource({
    ",                 ,           ,         " + BY_TIME,
    "iam.user.updated, ,           ,         " + BY_TYPE,
    "iam.user.,        ,           ,         " + BY_TYPE,
    "iam.,             ,           ,         " + BY_TYPE,
    ",                 cli:rare,   ,         " + BY_ACTOR,
    ",                 cli:nobody, ,         " + BY_ACTOR,
    ",                 ,           user:big, " + BY_TARGET,
    ",                 ,           user:u77, " + BY_TARGET
  })
  void aFilterIsOneRange(
      @Nullable String type, @Nullable String actor, @Nullable String target, String index) {
    each(type, actor, target, plan -> PlanAssert.isOneRangeOf(index, plan));
  }

  /** Nearly all rows of such an actor are shown, so a scan in the order of time is as good. */
  @Test
  void whoDoesNearlyEverythingIsReadInTheOrderOfTimeToo() {
    each(null, "cli:heavy", null, plan -> PlanAssert.readsOneOf(plan, BY_TIME, BY_ACTOR));
  }

  /** One of several filters is the range, in the order of the list, without a sort. */
  @ParameterizedTest
  @CsvSource({
    "iam.user.updated, cli:heavy, ",
    "iam.user.updated, cli:rare, ",
    "iam.user.,        cli:rare, ",
    "iam.user.updated, ,          user:big",
    "iam.user.updated, ,          user:u77",
    ",                 cli:heavy, user:big",
    ",                 cli:rare,  user:u77",
    "iam.user.updated, cli:rare,  user:u77"
  })
  void severalFiltersReadOneOfTheirIndexes(
      @Nullable String type, @Nullable String actor, @Nullable String target) {
    each(
        type,
        actor,
        target,
        plan -> PlanAssert.readsOneOf(plan, BY_TIME, BY_TYPE, BY_ACTOR, BY_TARGET));
  }

  @Test
  void oneRecordIsOneEntryOfAnIndex() {
    Plan plan = plans.of(AuditEventReader.BY_ID, tenant.value(), Volume.uuid(500));
    assertThat(plan.indexes()).as(plan.text()).containsExactly("iam_audit_records_by_id");
    assertThat(plan.filters()).as(plan.text()).isEmpty();
  }

  private void each(
      @Nullable String type,
      @Nullable String actor,
      @Nullable String target,
      Consumer<Plan> check) {
    for (String from : new String[] {null, FROM}) {
      for (String to : new String[] {null, TO}) {
        for (String after : new String[] {null, "1767229500000000:5500"}) {
          check.accept(
              plans.of(
                  AuditEventReader.query(
                      tenant,
                      new PageRequest(25, after),
                      AuditEventFilter.of(type, actor, target, from, to))));
        }
      }
    }
  }

  /** One each second from the beginning of 2026, an actor for most and another for a hundredth. */
  private static void write(OrganizationId tenant) throws SQLException {
    new Volume(tenant)
        .insert(
            10_000,
            """
            INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
              target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash)
            SELECT '%s', 1000 + i, %s, timestamptz '2026-01-01T00:00:00Z' + i * interval '1 s',
              (ARRAY['iam.user.updated', 'iam.user.created', 'iam.grant.created'])[1 + i %% 3],
              CASE WHEN i %% 100 = 0 THEN 'cli:rare' ELSE 'cli:heavy' END, 'user',
              CASE WHEN i %% 10 = 0 THEN 'big' ELSE 'u' || i %% 500 END, 'low', 'c', '{}',
              sha256(''), sha256('')
            """
                .formatted(tenant.value(), Volume.id("i")));
  }
}
