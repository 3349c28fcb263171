package io.iamplane.webhook.subscription;

import io.iamplane.audit.EventType;
import io.iamplane.webhook.right.EventFilter;
import java.util.List;

/** An active webhook as the fan-out sees it. */
public record Subscriber(WebhookId id, List<String> filters, boolean ordered) {

  /**
   * Whether an event is for it: one that a filter matches, or the test of this very webhook.
   *
   * @param subject the event's target, {@code type:id}
   */
  public boolean wants(String type, String subject) {
    if (type.equals(EventType.WEBHOOK_TESTED.wire())) {
      return subject.equals(WebhookService.TARGET_TYPE + ":" + id);
    }
    return filters.stream().anyMatch(filter -> new EventFilter(filter).matches(type));
  }
}
