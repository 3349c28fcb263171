package io.iamplane.governance.review;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.ControlledAccounts;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** An account that controls so many others that they are not all looked at. */
@QuarkusTest
class LargeHandDbTest {

  private static final int MOST = 5_000;

  @Inject TestPlatform platform;
  @Inject ReviewRights rights;

  @Test
  void whoControlsMoreAccountsThanAreLookedAtIsTakenToBeInEachGroup() throws SQLException {
    OrganizationId tenant = platform.tenant().id();
    SubjectRef hand = new SubjectRef(SubjectRef.SERVICE_ACCOUNT, UuidV7.next().toString());
    SubjectRef group = new SubjectRef(SubjectRef.GROUP, UuidV7.next().toString());
    ControlledAccounts.add(tenant, hand, MOST);
    assertThat(rights.isOwn(tenant, group, hand)).as("each account was looked at").isFalse();
    ControlledAccounts.add(tenant, hand, 1);
    assertThat(rights.isOwn(tenant, group, hand)).as("one was not").isTrue();
  }
}
