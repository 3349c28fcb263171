package io.iamplane.webhook.right;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Aal;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.right.OwnerRights.Entitlement;
import io.iamplane.webhook.right.OwnerRights.Moment;
import io.iamplane.webhook.right.OwnerRights.Verdict;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rights of an account, and the policy that they come from. */
@QuarkusTest
class OwnerRightsDbTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Inject TestPlatform platform;
  @Inject DecisionService decisions;
  @Inject PolicySnapshots snapshots;

  private Organization tenant;
  private IssuedClient client;
  private OwnerRights rights;
  private Entitlement entitlement;

  @BeforeEach
  void anAdministratorWithAWebhook() {
    tenant = platform.tenant();
    // An organization keeps an administrator.
    platform.administrator(tenant);
    client = platform.administrator(tenant);
    rights = new OwnerRights(decisions, System::nanoTime);
    entitlement =
        new Entitlement(new Authority(platform.subject(client), Aal.AAL1), List.of("iam.grant.*"));
  }

  @Test
  void aPolicyThatIsBehindSaysNothing() {
    Verdict verdict = judge(version() + 1);

    assertThat(verdict.known()).isFalse();
    assertThat(verdict.lost()).isEmpty();
  }

  @Test
  void aSuspensionIsKnownOfItsOwnVersion() {
    assertThat(judge(version()).lost()).isEmpty();
    long before = version();

    platform.suspend(tenant, client);

    Verdict verdict = judge(before + 1);
    assertThat(verdict.known()).isTrue();
    assertThat(verdict.lost()).containsExactly(entitlement);
    assertThat(verdict.moment()).isEqualTo(new Moment(before + 1, 0));
  }

  private long version() {
    return snapshots.await(tenant.id(), 0).version();
  }

  private Verdict judge(long version) {
    return rights.judge(tenant.id(), Set.of(entitlement), new Moment(version, 0), PATIENCE);
  }
}
