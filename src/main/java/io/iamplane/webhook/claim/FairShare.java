package io.iamplane.webhook.claim;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.claim.QueueStore.Want;
import io.iamplane.webhook.subscription.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the capacity of a worker. An organization may hold as many deliveries as places remain
 * free, like packets in a switch with dynamic thresholds (Choudhury and Hahne, 1998): a single
 * organization gets half, and any number of organizations with slow receivers leaves room for the
 * next one.
 */
final class FairShare {

  private int turn;

  /** Returns the number of deliveries to claim of each webhook, with so many free places. */
  List<Want> wants(
      Map<WebhookId, WebhookQueue> lanes,
      Map<OrganizationId, Integer> held,
      int room,
      Instant now,
      long ticks) {
    Map<OrganizationId, List<Map.Entry<WebhookId, WebhookQueue>>> ready = new LinkedHashMap<>();
    for (Map.Entry<WebhookId, WebhookQueue> lane : lanes.entrySet()) {
      if (lane.getValue().mayHaveMore(now)) {
        ready.computeIfAbsent(lane.getValue().organization(), _ -> new ArrayList<>()).add(lane);
      }
    }
    turn++;
    // In turns, so that the last one gets its share of the room too.
    List<OrganizationId> inTurn = new ArrayList<>(ready.keySet());
    Collections.rotate(inTurn, turn);
    List<Want> wants = new ArrayList<>();
    for (OrganizationId organization : inTurn) {
      int share = share(room, held.getOrDefault(organization, 0));
      List<Map.Entry<WebhookId, WebhookQueue>> ofOrganization =
          ready.getOrDefault(organization, List.of());
      Collections.rotate(ofOrganization, turn);
      for (Map.Entry<WebhookId, WebhookQueue> lane : ofOrganization) {
        int most = share == 0 ? 0 : Math.min(share, lane.getValue().admit(ticks));
        if (most > 0) {
          lane.getValue().asked();
          wants.add(new Want(lane.getKey(), most, lane.getValue().low()));
          share -= most;
        }
      }
    }
    return wants;
  }

  /** Returns the number of further deliveries that leaves as many places free as are held. */
  static int share(int room, int held) {
    return Math.max(0, (room - held + 1) / 2);
  }
}
