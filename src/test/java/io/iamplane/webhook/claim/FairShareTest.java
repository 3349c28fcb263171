package io.iamplane.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.claim.QueueStore.Want;
import io.iamplane.webhook.subscription.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairShareTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final FairShare shares = new FairShare();
  private final Map<WebhookId, WebhookQueue> lanes = new LinkedHashMap<>();

  @Test
  void aHundredWebhooksOfOneOrganizationGetHalf() {
    webhooks(OrganizationId.next(), 100);
    assertThat(wants(Map.of(), 512)).extracting(Want::most).hasSize(8).containsOnly(32);
  }

  @Test
  void everyOrganizationHasItsTurnToBeFirst() {
    Set<WebhookId> firsts = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      webhooks(OrganizationId.next(), 1);
    }
    for (int i = 0; i < 5; i++) {
      lanes.values().forEach(WebhookQueue::more);
      firsts.add(wants(Map.of(), 1).getFirst().webhook());
    }
    assertThat(firsts).hasSize(5);
  }

  @Test
  void whoHoldsMoreThanIsFreeGetsNothingMoreAndAnotherDoes() {
    OrganizationId greedy = OrganizationId.next();
    webhooks(greedy, 3);
    WebhookId other = webhooks(OrganizationId.next(), 1);
    assertThat(wants(Map.of(greedy, 300), 212)).extracting(Want::webhook).containsExactly(other);
  }

  @Test
  void whatHasNothingDueIsNotAskedFor() {
    WebhookId webhook = webhooks(OrganizationId.next(), 1);
    WebhookQueue lane = lanes.get(webhook);
    assertThat(wants(Map.of(), 10)).hasSize(1);
    assertThat(wants(Map.of(), 10)).as("asked for").isEmpty();
    lane.dueAt(NOW.plusSeconds(5));
    lane.dueAt(NOW.plusSeconds(9));
    assertThat(wants(Map.of(), 10)).isEmpty();
    assertThat(shares.wants(lanes, Map.of(), 10, NOW.plusSeconds(5), 0)).hasSize(1);
    lane.more();
    assertThat(wants(Map.of(), 10)).hasSize(1);
  }

  @Test
  void whatCannotBeSentRests() {
    WebhookQueue lane = lanes.get(webhooks(OrganizationId.next(), 1));
    lane.rest(0);
    assertThat(wants(Map.of(), 10)).isEmpty();
    long later = Duration.ofSeconds(30).toNanos();
    assertThat(shares.wants(lanes, Map.of(), 10, NOW, later)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"512, 0, 256", "1, 0, 1", "256, 256, 0", "100, 400, 0", "300, 212, 44"})
  void aShareLeavesAsMuchFreeAsItHolds(int room, int held, int share) {
    assertThat(FairShare.share(room, held)).isEqualTo(share);
  }

  private List<Want> wants(Map<OrganizationId, Integer> held, int room) {
    return shares.wants(lanes, held, room, NOW, 0);
  }

  /** Some webhooks; the last one's id. */
  private WebhookId webhooks(OrganizationId organization, int count) {
    WebhookId id = new WebhookId(UUID.randomUUID());
    for (int i = 0; i < count; i++) {
      id = new WebhookId(UUID.randomUUID());
      lanes.put(id, new WebhookQueue(organization, 32, Duration.ofSeconds(30), () -> 0));
    }
    return id;
  }
}
