package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.client.AccountControl;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.ControlledAccounts;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A caller in control of more accounts than are looked at. */
@QuarkusTest
class MostAccountsDbTest {

  @Inject TestPlatform platform;
  @Inject AccountControl control;

  @Test
  void fiveThousandAccountsAreLookedAtAndMoreAreLarge() throws SQLException {
    OrganizationId tenant = platform.tenant().id();
    SubjectRef caller = new SubjectRef(SubjectRef.SERVICE_ACCOUNT, UuidV7.next().toString());
    ControlledAccounts.add(tenant, caller, 5_000);
    Hand all = hand(tenant, caller);
    assertThat(all.isLarge()).as("each account is known").isFalse();
    assertThat(all.accounts()).hasSize(5_001).contains(caller);

    ControlledAccounts.add(tenant, caller, 1);
    Hand large = hand(tenant, caller);
    assertThat(large.isLarge()).as("one is not").isTrue();
    ControlledAccounts.add(tenant, caller, 200);
    assertThat(hand(tenant, caller).accounts()).as("no more are read").hasSize(5_002);
  }

  private Hand hand(OrganizationId tenant, SubjectRef caller) {
    return new Hand(
        control,
        tenant,
        caller,
        () -> {
          throw new AssertionError("nothing asks for groups");
        });
  }
}
