package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.decision.DecisionService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.right.ForgetfulRights;
import io.iamplane.webhook.right.OwnerRights.Moment;
import io.iamplane.webhook.subscription.WebhookReader;
import io.iamplane.webhook.subscription.WebhookService;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rights are judged by a policy that includes every change up to the message: a policy in memory
 * that lags behind for a moment sends no account the message of its own suspension.
 */
@QuarkusTest
class FanOutMomentDbTest {

  @Inject Instance<Fleet> fleets;
  @Inject DecisionService decisions;
  @Inject FanOutStore lanes;
  @Inject DeliveryOrderStore order;
  @Inject WebhookReader webhooks;
  @Inject WebhookService service;
  @Inject Changes changes;
  @Inject Transactions transactions;
  @Inject Clock clock;

  private final List<Moment> moments = new ArrayList<>();
  private ForgetfulRights rights;
  private Fleet fleet;
  private Organization tenant;
  private FanOut fanOut;

  @BeforeEach
  void begin() {
    fleet = fleets.get();
    tenant = fleet.tenant();
    fleet.webhook(tenant, "http://localhost:1/", "iam.grant.*");
    rights = new ForgetfulRights(decisions);
    fanOut =
        new FanOut(
            lanes,
            order,
            webhooks,
            new SubscriberRights(rights, service, changes),
            transactions,
            clock);
    fanOutAll();
  }

  @AfterEach
  void end() {
    fleets.destroy(fleet);
  }

  @Test
  void theDemandedPolicyIsThatOfTheLastMessage() throws SQLException {
    rights.meanwhile(moments::add);
    fleet.tell(tenant, 3, 1);

    assertThat(fanOut.step()).isInstanceOf(FanOut.Made.class);

    assertThat(moments)
        .containsExactly(
            new Moment(number("version", "policy_versions"), number("seq", "audit_heads")));
  }

  @Test
  void aMessageThatCameWhileRightsWereJudgedWaitsForAJudgementOfItsOwn() {
    fleet.tell(tenant, 2, 1);
    rights.meanwhile(moment -> {
      rights.meanwhile(_ -> {});
      fleet.tell(tenant, 5, 1);
    });

    assertThat(fanOut.step()).isInstanceOf(FanOut.Made.class);
    assertThat(Fleet.count(tenant, "pending")).isEqualTo(2);

    fanOutAll();
    assertThat(Fleet.count(tenant, "pending")).as("nothing was lost").isEqualTo(7);
  }

  @Test
  void anotherWorkerThatWentFurtherIsNotUndone() {
    fleet.tell(tenant, 2, 1);
    rights.meanwhile(moment -> {
      rights.meanwhile(_ -> {});
      fleet.tell(tenant, 5, 1);
      fleet.fanOut();
    });

    fanOutAll();

    assertThat(Fleet.count(tenant, "pending")).as("none twice").isEqualTo(7);
  }

  private void fanOutAll() {
    while (!(fanOut.step() instanceof FanOut.Nothing)) {
      // Until every message became a delivery.
    }
  }

  private long number(String column, String table) throws SQLException {
    return Long.parseLong(
        Rows.texts(
                "SELECT %s FROM iam_%s WHERE organization_id = '%s'"
                    .formatted(column, table, tenant.id()))
            .getFirst());
  }
}
