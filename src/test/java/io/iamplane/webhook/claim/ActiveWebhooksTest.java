package io.iamplane.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.subscription.WebhookId;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ActiveWebhooksTest {

  private static final Map<WebhookId, OrganizationId> ONE =
      Map.of(new WebhookId(UUID.randomUUID()), OrganizationId.next());

  private Map<WebhookId, OrganizationId> present = Map.of();
  private boolean away;

  /** Near the end of the range, where a comparison of absolute times would go wrong. */
  private long now = Long.MAX_VALUE - Duration.ofMillis(100).toNanos();

  private int looks;
  private final ActiveWebhooks webhooks = new ActiveWebhooks(this::read, () -> now);

  @Test
  void withoutWebhooksAThousandChangesInASecondCostFourLooks() {
    webhooks.look();
    looks = 0;
    for (int i = 0; i < 1_000; i++) {
      webhooks.changed();
      pass(1);
    }
    assertThat(looks).isEqualTo(4);
  }

  @Test
  void withoutWebhooksAndChangesThereIsALookASecond() {
    webhooks.look();
    looks = 0;
    pass(10_000);
    assertThat(looks).isEqualTo(10);
  }

  @Test
  void withWebhooksALookCountsForFiveSecondsOrHalfAOneAfterAChange() {
    present = ONE;
    webhooks.look();
    looks = 0;
    pass(4_999);
    assertThat(looks).isZero();
    pass(1);
    assertThat(looks).isEqualTo(1);
    webhooks.changed();
    pass(499);
    assertThat(looks).isEqualTo(1);
    pass(1);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void theFirstWebhookIsSeenAQuarterOfASecondAfterItsChangeAtMost() {
    webhooks.look();
    pass(10);
    present = ONE;
    webhooks.changed();
    pass(239);
    assertThat(webhooks.known()).isEmpty();
    pass(1);
    assertThat(webhooks.known()).isEqualTo(ONE);
  }

  @Test
  void aLookThatFailsChangesNothingAndIsMadeAgain() {
    present = ONE;
    webhooks.look();
    away = true;
    webhooks.changed();
    now += Duration.ofMillis(500).toNanos();
    assertThatThrownBy(webhooks::look).isInstanceOf(IllegalStateException.class);
    assertThat(webhooks.known()).isEqualTo(ONE);
    away = false;
    present = Map.of();
    assertThat(webhooks.look()).isTrue();
    assertThat(webhooks.known()).isEmpty();
  }

  @Test
  void whatIsChangedDuringALookAsksForAnother() {
    ActiveWebhooks[] one = new ActiveWebhooks[1];
    one[0] =
        new ActiveWebhooks(
            () -> {
              one[0].changed();
              return ONE;
            },
            () -> now);
    assertThat(one[0].look()).isTrue();
    now += Duration.ofMillis(500).toNanos();
    assertThat(one[0].look()).isTrue();
  }

  /** A worker asks each millisecond, after it has passed. */
  private void pass(int millis) {
    for (int i = 0; i < millis; i++) {
      now += Duration.ofMillis(1).toNanos();
      webhooks.look();
    }
  }

  private Map<WebhookId, OrganizationId> read() {
    if (away) {
      throw new IllegalStateException("away");
    }
    looks++;
    return present;
  }
}
