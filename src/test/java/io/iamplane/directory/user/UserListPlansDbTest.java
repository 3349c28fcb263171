package io.iamplane.directory.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.testing.PlanAssert;
import io.iamplane.testing.Plans;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

/** Pages of users are ranges of an index. */
@QuarkusTest
class UserListPlansDbTest {

  private static final PageRequest FIRST = new PageRequest(25, null);

  @Inject Plans plans;
  @Inject TestPlatform platform;
  @Inject UserService users;

  // Read only: the rows are written once for all tests of the class.
  private static OrganizationId tenant;

  @BeforeEach
  void twoTenants() throws SQLException {
    if (tenant == null) {
      new Volume(platform.tenant().id()).users(2_000);
      OrganizationId made = platform.tenant().id();
      new Volume(made).users(2_000);
      tenant = made;
    } else {
      Volume.analyze("iam_users, iam_user_terms");
    }
  }

  @ParameterizedTest
  @NullSource
  @EnumSource
  void listIsOneRange(User.@Nullable Status status) {
    PlanAssert.isOneRangeFor(
        status == null ? null : status.wire(),
        plans.of(UserQuery.all(tenant, FIRST, status, null)),
        "iam_users_pkey",
        "iam_users_by_status");
  }

  @ParameterizedTest
  @NullSource
  @EnumSource
  void searchMergesRanges(User.@Nullable Status status) {
    for (String search : List.of("a", "an", "anna b", "mail12345", "nobody")) {
      Plans.Plan plan = plans.of(UserQuery.found(tenant, FIRST, status, search));
      assertThat(plan.nodes()).as(plan.text()).startsWith("Limit").contains("Nested Loop");
      assertThat(plan.nodes()).as(plan.text()).doesNotContain("Seq Scan", "Bitmap Heap Scan");
      assertThat(plan.unboundedSorts()).as(plan.text()).isEmpty();
      assertThat(plan.indexes())
          .as(plan.text())
          .containsOnly("iam_user_terms_pkey", "iam_users_pkey");
      assertThat(plan.filters()).as(plan.text()).allMatch(each -> each.contains("previous"));
    }
  }

  @ParameterizedTest
  @NullSource
  @EnumSource
  void someIdsAreLookedUp(User.@Nullable Status status) {
    List<UserId> ids = Stream.generate(UserId::next).limit(100).toList();
    Plans.Plan plan = plans.of(UserQuery.all(tenant, FIRST, status, ids));
    assertThat(plan.indexes())
        .as(plan.text())
        .isSubsetOf("iam_users_pkey", "iam_users_by_status")
        .isNotEmpty();
    assertThat(plan.nodes()).as(plan.text()).doesNotContain("Seq Scan");
  }

  @Test
  void termsOfManyAreThoseOfEach() throws SQLException {
    List<String> expected = new ArrayList<>();
    users.forEach(
        tenant,
        user ->
            UserTerms.of(user)
                .forEach(term ->
                    expected.add(
                        String.join(
                            "|",
                            user.id().toString(),
                            UserTerms.slot(user.status(), term.shared()),
                            term.text(),
                            term.previous()))));
    assertThat(
            Rows.texts(
                "SELECT concat_ws('|', user_id, slot, term, previous) FROM iam_user_terms"
                    + " WHERE organization_id = '%s'".formatted(tenant.value())))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
