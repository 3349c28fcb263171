package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.decision.DecisionService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.right.ForgetfulRights;
import io.iamplane.webhook.subscription.WebhookReader;
import io.iamplane.webhook.subscription.WebhookService;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An organization with unknown rights does not delay the others. */
@QuarkusTest
class FanOutSkipsDbTest {

  @Inject Instance<Fleet> fleets;
  @Inject DecisionService decisions;
  @Inject FanOutStore lanes;
  @Inject DeliveryOrderStore order;
  @Inject WebhookReader webhooks;
  @Inject WebhookService service;
  @Inject Changes changes;
  @Inject Transactions transactions;
  @Inject Clock clock;

  private Fleet fleet;

  @BeforeEach
  void begin() {
    fleet = fleets.get();
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
  }

  @Test
  void whatIsNotKnownOfOneIsPassedOver() {
    ForgetfulRights rights = new ForgetfulRights(decisions);
    FanOut fanOut =
        new FanOut(
            lanes,
            order,
            webhooks,
            new SubscriberRights(rights, service, changes),
            transactions,
            clock);
    Organization unknown = subscribed();
    Organization other = subscribed();
    Organization another = subscribed();
    while (!(fanOut.step() instanceof FanOut.Nothing)) {
      // Until nothing is left but the events of this test.
    }
    rights.forget(unknown.id());
    fleet.tell(unknown, 1, 1);
    fleet.tell(other, 1, 1);
    fleet.tell(another, 1, 1);

    assertThat(fanOut.step()).isInstanceOf(FanOut.Made.class);
    assertThat(fanOut.step()).isInstanceOf(FanOut.Made.class);
    assertThat(fanOut.step()).isInstanceOf(FanOut.Skipped.class);
    assertThat(Fleet.count(other, "pending")).isEqualTo(1);
    assertThat(Fleet.count(another, "pending")).isEqualTo(1);
    assertThat(Fleet.count(unknown, "pending")).isZero();

    rights.remember(unknown.id());
    assertThat(fanOut.step()).isInstanceOf(FanOut.Made.class);
    assertThat(Fleet.count(unknown, "pending")).as("nothing was lost").isEqualTo(1);
    assertThat(fanOut.step()).isInstanceOf(FanOut.Nothing.class);
  }

  private Organization subscribed() {
    Organization tenant = fleet.tenant();
    fleet.webhook(tenant, "http://localhost:1/", "iam.grant.*");
    return tenant;
  }
}
