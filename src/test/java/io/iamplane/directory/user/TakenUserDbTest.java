package io.iamplane.directory.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.GroupedChanges;
import io.iamplane.change.Recording;
import io.iamplane.change.WholeSpine;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A user with another's external id or address violates no constraint: PostgreSQL would write the
 * values into its own log, beyond the reach of erasures, and abort the transaction.
 */
@QuarkusTest
class TakenUserDbTest {

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject GroupedChanges grouped;
  @Inject Sql sql;
  @Inject WholeSpine spine;

  @ParameterizedTest
  @CsvSource({"ann,other@example.org,external_id", "other,ann@example.org,email"})
  void spoilsNeitherTransactionNorSearch(String externalId, String email, String named)
      throws SQLException {
    OrganizationId tenant = platform.tenant().id();
    changes.record(
        Change.policy(
            platform.command(),
            tenant,
            recording -> {
              users.create(recording, user("ann", "ann@example.org"));
              assertThatThrownBy(() -> users.create(recording, user(externalId, email)))
                  .isInstanceOf(IamException.class)
                  .hasMessageContaining(named);
              return users.create(recording, user("bob", "bob@example.org"));
            }));
    assertThat(externalIds("iam_users u", tenant)).containsExactly("ann", "bob");
    assertThat(
            externalIds(
                "iam_users u JOIN iam_user_terms t"
                    + " ON t.organization_id = u.organization_id AND t.user_id = u.id",
                tenant))
        .containsExactly("ann", "bob");
  }

  @ParameterizedTest
  @CsvSource({"ann,other@example.org,external_id", "other,ann@example.org,email"})
  void isRefusedAlsoAtTheEndOfAChange(String externalId, String email, String named)
      throws SQLException {
    OrganizationId tenant = platform.tenant().id();
    create(tenant);
    AtomicInteger runs = new AtomicInteger();
    for (int i = 1; i <= 2; i++) {
      assertThatThrownBy(() -> createAtEnd(tenant, user(externalId, email), runs))
          .isInstanceOfSatisfying(
              IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining(named);
      assertThat(runs).as("in memory, and under the lock").hasValue(2 * i);
    }
    createAtEnd(tenant, user("bob", "bob@example.org"), runs);
    assertThat(externalIds("iam_users u", tenant)).containsExactly("ann", "bob");
    assertThat(
            Rows.texts(
                "SELECT seq FROM iam_audit_records WHERE organization_id = '%s' ORDER BY seq"
                    .formatted(tenant.value())))
        .as("the tenant, ann and bob")
        .containsExactly("1", "2", "3");
  }

  /** The statement that the row goes with need not be the last one. */
  @Test
  void isRefusedAlsoBeforeTheEndOfAChange() {
    OrganizationId tenant = platform.tenant().id();
    create(tenant);
    assertThatThrownBy(() ->
            changes.record(
                Change.policy(
                    platform.command(),
                    tenant,
                    recording -> {
                      users.createAtEnd(recording, user("ann", "other@example.org"));
                      return sql.list("SELECT 1 AS one", row -> row.getInt("one"));
                    })))
        .isInstanceOfSatisfying(
            IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("external_id");
  }

  @Test
  void isRefusedInAGroupAndTheOthersAreThere() throws Exception {
    Organization tenant = platform.tenant();
    create(tenant.id());
    List<Function<Recording, ?>> bodies =
        Stream.of("bob", "ann", "cid", "bob", "dan")
            .<Function<Recording, ?>>map(name ->
                recording -> users.createAtEnd(recording, user(name, name + "@example.org")))
            .toList();
    List<GroupedChanges.Outcome> outcomes =
        grouped.together(platform.command(), tenant.id(), 64, bodies);
    assertThat(outcomes.get(1).failure()).hasMessageContaining("external_id");
    assertThat(Stream.of(outcomes.get(0), outcomes.get(3)).filter(each -> each.failure() != null))
        .as("one of both that are the same")
        .hasSize(1);
    assertThat(spine.users(tenant)).containsExactlyInAnyOrder("ann", "bob", "cid", "dan");
    spine.assertWhole(tenant, 4);
  }

  @Test
  void anotherOrganizationMayHaveTheSame() throws SQLException {
    OrganizationId one = platform.tenant().id();
    OrganizationId two = platform.tenant().id();
    create(one);
    create(two);
    assertThat(externalIds("iam_users u", two)).containsExactly("ann");
  }

  private void create(OrganizationId tenant) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant,
            recording -> users.create(recording, user("ann", "ann@example.org"))));
  }

  private void createAtEnd(OrganizationId tenant, CreateUserRequest user, AtomicInteger runs) {
    changes.record(
        Change.policyOverFacts(
            platform.command(),
            tenant,
            recording -> {
              runs.incrementAndGet();
              return users.createAtEnd(recording, user);
            }));
  }

  private static CreateUserRequest user(String externalId, String email) {
    return new CreateUserRequest(email, "Ann", externalId, Map.of());
  }

  private static List<String> externalIds(String from, OrganizationId tenant) throws SQLException {
    return Rows.texts(
        "SELECT DISTINCT u.external_id FROM %s WHERE u.organization_id = '%s' ORDER BY 1"
            .formatted(from, tenant.value()));
  }
}
