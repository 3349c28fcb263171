package io.iamplane.metrics.grant;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.metrics.grant.GrantFigures.Standing;
import io.iamplane.shared.IamException;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The stored sums plus later changes equal a count of the table, at any time of summing. */
@QuarkusTest
class GrantCountsDbTest {

  private static final List<String> ROLES = List.of("iam:iam-admin", "iam:iam-auditor");

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject GrantService grants;
  @Inject GrantFigures figures;
  @Inject GrantCounting counting;
  @Inject Transactions transactions;

  private final Random random = new Random(7);
  private final List<Grant> made = new ArrayList<>();
  private Organization tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  private <T> T record(Function<Recording, T> body) {
    return changes.record(Change.policy(platform.command(), tenant.id(), body));
  }

  private void change() {
    try {
      switch (random.nextInt(6)) {
        case 0 -> record(recording -> grants.revoke(recording, any().id(), null));
        case 1 -> record(recording -> grants.suspend(recording, any().id()));
        case 2 -> record(recording -> grants.reinstate(recording, any().id(), null));
        default -> made.add(record(this::grant));
      }
    } catch (IamException e) {
      // Refused, which changes nothing.
    }
  }

  private Grant grant(Recording recording) {
    User user = users.create(recording, CreateUserRequest.of("u" + made.size(), "User", Map.of()));
    String role = ROLES.get(random.nextInt(ROLES.size()));
    return grants.create(recording, NewGrant.role(user.subject(), role).build());
  }

  private Grant any() {
    if (made.isEmpty()) {
      throw IamException.notFound();
    }
    return made.get(random.nextInt(made.size()));
  }

  private Standing counted() {
    return transactions.callOnSnapshot(() -> figures.standing(tenant.id(), Instant.now()));
  }

  private Standing byHand() throws SQLException {
    return new Standing(
        rows("status = 'active' AND (valid_until IS NULL OR valid_until > now())"),
        rows("status = 'revoked'"),
        rows("status = 'active' AND valid_until <= now()"),
        rows("status = 'active' AND starts_with(privilege_key, 'iam:')"),
        byRole());
  }

  private SequencedMap<String, Long> byRole() throws SQLException {
    SequencedMap<String, Long> counts = new LinkedHashMap<>();
    for (String role : ROLES) {
      long n = rows("status = 'active' AND privilege_key = '%s'".formatted(role));
      if (n > 0) {
        counts.put(role, n);
      }
    }
    return counts;
  }

  private long rows(String condition) throws SQLException {
    return Long.parseLong(
        Rows.texts(
                "SELECT count(*) FROM iam_grants WHERE organization_id = '%s' AND %s"
                    .formatted(tenant.id(), condition))
            .getFirst());
  }

  @Test
  void theyAreWhatTheTableHolds() throws SQLException {
    for (int i = 0; i < 80; i++) {
      change();
      if (i % 20 == 19) {
        assertThat(counted()).as("before the sums are made").isEqualTo(byHand());
        counting.fold();
      }
      if (i % 7 == 0) {
        assertThat(counted()).isEqualTo(byHand());
      }
    }
    counting.fold();
    counting.fold();
    assertThat(counted()).isEqualTo(byHand());
    assertThat(counted().revoked()).isPositive();
    assertThat(counted().active()).isPositive();
  }
}
