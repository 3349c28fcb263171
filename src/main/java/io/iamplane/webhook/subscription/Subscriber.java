package io.iamplane.webhook.subscription;

import io.iamplane.chain.EventType;
import io.iamplane.webhook.right.Authority;
import io.iamplane.webhook.right.EventFilter;
import io.iamplane.webhook.right.OwnerRights.Entitlement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An active webhook as the fan-out sees it; without authority if a command created it. */
public record Subscriber(
    WebhookId id, List<String> filters, boolean ordered, @Nullable Authority authority) {

  public Optional<Entitlement> entitlement() {
    return Optional.ofNullable(authority).map(by -> new Entitlement(by, filters));
  }

  /** Returns true if a filter matches the event, or if it is the test of this webhook. */
  public boolean wants(String type, String subject) {
    if (type.equals(EventType.WEBHOOK_TESTED.wire())) {
      return subject.equals(WebhookService.TARGET_TYPE + ":" + id);
    }
    return filters.stream().anyMatch(filter -> new EventFilter(filter).matches(type));
  }
}
