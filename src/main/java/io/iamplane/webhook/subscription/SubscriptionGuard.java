package io.iamplane.webhook.subscription;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.webhook.right.EventFilter;
import io.iamplane.webhook.right.EventRights;
import jakarta.inject.Singleton;

/**
 * To create a webhook, or to change an active one, the caller must hold the permission of every
 * event that it receives: else managers of webhooks could read everything. Commands, which hold
 * all, are let past.
 */
@Singleton
class SubscriptionGuard implements PolicyGuard {

  private final EventRights rights;

  SubscriptionGuard(EventRights rights) {
    this.rights = rights;
  }

  @Override
  public void check(Recording recording) {
    if (recording.caller().clientId() == null) {
      return;
    }
    for (Effect effect : recording.effects()) {
      boolean altered =
          effect.type() == EventType.WEBHOOK_CREATED || effect.type() == EventType.WEBHOOK_UPDATED;
      if (altered
          && effect.after() instanceof Webhook after
          && after.status() == Webhook.Status.ACTIVE) {
        rights.require(recording.caller(), EventFilter.covered(after.eventFilters()));
      }
    }
  }
}
