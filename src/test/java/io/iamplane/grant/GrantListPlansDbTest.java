package io.iamplane.grant;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.iamplane.testing.PlanAssert;
import io.iamplane.testing.Plans;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of grants are ranges of an index, for any combination of filters. */
@QuarkusTest
class GrantListPlansDbTest {

  private static final String PREPARED = "SELECT statement FROM pg_prepared_statements";

  @Inject GrantQuery list;
  @Inject Plans plans;
  @Inject Sql sql;
  @Inject Transactions transactions;
  @Inject TestPlatform platform;

  // Read only: the rows are written once for all tests of the class.
  private static OrganizationId tenant;

  @BeforeEach
  void twoTenants() throws SQLException {
    if (tenant == null) {
      new Volume(platform.tenant().id()).grants(3_000);
      OrganizationId made = platform.tenant().id();
      new Volume(made).grants(3_000);
      tenant = made;
    } else {
      Volume.analyze("iam_grants");
    }
  }

  @Test
  void withoutAFilter() {
    GrantFilter none = filter(null, null, null);
    for (String status : Arrays.asList(null, "active", "suspended", "revoked")) {
      PlanAssert.isOneRangeFor(
          status, plan(none, status), "iam_grants_pkey", "iam_grants_by_status");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "subject, ,     iam_grants_by_subject",
    ",        role, iam_grants_by_privilege",
    "subject, role, iam_grants_by_subject_and_privilege"
  })
  void withoutAResource(@Nullable String subject, @Nullable String role, String index) {
    check(filter(subject, role, null), index);
  }

  @ParameterizedTest
  @CsvSource({
    ",        ,     iam_grants_by_resource",
    "subject, ,     iam_grants_by_subject_and_resource",
    ",        role, iam_grants_by_privilege_and_resource"
  })
  void withAResource(@Nullable String subject, @Nullable String role, String index) {
    check(filter(subject, role, new SubjectRef("doc", "big")), index);
  }

  /** One subject's grants of one role on one resource are few. */
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"active", "revoked", "suspended"})
  void allThree(@Nullable String status) {
    GrantFilter filter = filter("subject", "role", new SubjectRef("doc", "big"));
    Plans.Plan plan = plan(filter, status);
    PlanAssert.readsOneOf(
        plan,
        "iam_grants_by_resource",
        "iam_grants_by_subject_and_privilege",
        "iam_grants_by_subject_and_resource",
        "iam_grants_by_privilege_and_resource");
  }

  /** A plan for an average tenant takes any of the indexes for one that expects a single row. */
  @Test
  void noPageHasAPlanForEveryTenant() {
    GrantFilter filter = filter("subject", "role", new SubjectRef("doc", "big"));
    PageRequest first = new PageRequest(25, null);
    String query = GrantQuery.query(tenant, first, filter).sql();
    long pages =
        transactions.call(() -> {
          IntStream.range(0, 15).forEach(i -> list.page(tenant, first, filter));
          return sql.list(PREPARED, row -> row.getString("statement")).stream()
              .filter(statement -> statement.replaceAll("\\$\\d+", "?").equals(query))
              .count();
        });
    assertThat(pages).isZero();
  }

  private void check(GrantFilter filter, String index) {
    PlanAssert.isOneRangeOf(index, plan(filter, Grant.Status.ACTIVE.wire()));
    // Of a status that hardly any of these grants has, the planner may as well look at each.
    for (String status : Arrays.asList(null, "suspended", "revoked")) {
      PlanAssert.readsOneOf(
          plan(filter, status),
          index,
          "iam_grants_by_subject",
          "iam_grants_by_privilege",
          "iam_grants_by_resource");
    }
    assertThat(plan(filter, null).indexes()).contains(index);
  }

  private Plans.Plan plan(GrantFilter filter, @Nullable String status) {
    Grant.@Nullable Status wanted = status == null ? null : WireName.of(Grant.Status.class, status);
    return plans.of(
        GrantQuery.query(
            tenant,
            new PageRequest(25, null),
            new GrantFilter(filter.subject(), filter.privilegeKey(), filter.resource(), wanted)));
  }

  private static GrantFilter filter(
      @Nullable String subject, @Nullable String role, @Nullable SubjectRef resource) {
    return new GrantFilter(
        subject == null
            ? null
            : new SubjectRef(SubjectRef.USER, Volume.uuid(Volume.HEAVY).toString()),
        role == null ? null : Volume.HALF,
        resource,
        null);
  }
}
