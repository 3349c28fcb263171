package io.iamplane.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A revocation is permanent: the service refuses all changes that would restore the grant. */
@QuarkusTest
class RevokedGrantDbTest {

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject GrantService grants;

  private Organization tenant;
  private Grant revoked;

  @BeforeEach
  void aRevokedGrantThatNeededActivation() {
    tenant = platform.tenant();
    GrantId id = record(this::dormant).id();
    revoked = record(recording -> grants.revoke(recording, id, null));
  }

  @Test
  void revokedGrantIsNotReinstated() {
    assertRefused(recording -> grants.reinstate(recording, revoked.id(), null));
  }

  @Test
  void revokedGrantIsNotActivated() {
    assertRefused(recording -> grants.activate(recording, revoked.id(), null));
  }

  /** A suspension can be lifted. */
  @Test
  void revokedGrantIsNotSuspended() {
    assertRefused(recording -> grants.suspend(recording, revoked.id()));
  }

  private void assertRefused(Function<Recording, Grant> change) {
    IamException refusal = catchThrowableOfType(IamException.class, () -> record(change));
    assertThat(refusal).as("the change must be refused").isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(grants.get(tenant.id(), revoked.id())).isEqualTo(revoked);
  }

  private Grant dormant(Recording recording) {
    User ann = users.create(recording, CreateUserRequest.of("ann", "Ann", Map.of()));
    return grants.create(
        recording, NewGrant.role(ann.subject(), "iam:iam-auditor").dormant(true).build());
  }

  private <T> T record(Function<Recording, T> body) {
    return changes.record(Change.policy(platform.command(), tenant.id(), body));
  }
}
