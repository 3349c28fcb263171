package io.iamplane.review;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
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
    control(tenant, hand, MOST);
    assertThat(rights.isOwn(tenant, group, hand)).as("each account was looked at").isFalse();
    control(tenant, hand, 1);
    assertThat(rights.isOwn(tenant, group, hand)).as("one was not").isTrue();
  }

  /** So many more accounts that one controls. */
  private static void control(OrganizationId tenant, SubjectRef hand, int accounts)
      throws SQLException {
    new Volume(tenant)
        .insert(
            accounts,
            """
            INSERT INTO iam_clients (organization_id, client_id, subject_type, subject_id, status,
              scopes, secret_salt, secret_hash, controllers, created_at, updated_at)
            SELECT '%s', gen_random_uuid(), 'service_account', gen_random_uuid(), 'active', '{}',
              decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'), ARRAY['%s'], now(),
              now()
            """
                .formatted(tenant, hand));
    Volume.analyze("iam_clients");
  }
}
