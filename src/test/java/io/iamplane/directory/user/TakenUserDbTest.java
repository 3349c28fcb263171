package io.iamplane.directory.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A user whose external id or address is another's breaks no constraint: PostgreSQL would write the
 * values into its own log, where no erasure reaches them, and spoil the transaction.
 */
@QuarkusTest
class TakenUserDbTest {

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;

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

  private static NewUser user(String externalId, String email) {
    return new NewUser(externalId, email, "Ann", User.Status.ACTIVE, Map.of());
  }

  private static List<String> externalIds(String from, OrganizationId tenant) throws SQLException {
    return Rows.texts(
        "SELECT DISTINCT u.external_id FROM %s WHERE u.organization_id = '%s' ORDER BY 1"
            .formatted(from, tenant.value()));
  }
}
