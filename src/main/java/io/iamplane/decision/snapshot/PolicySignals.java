package io.iamplane.decision.snapshot;

import io.iamplane.database.Notifications.Subscription;
import io.iamplane.decision.snapshot.Tenant.Refresher;
import io.iamplane.shared.OrganizationId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows a tenant's changes as soon as a signal names a version that is not in memory. A signal
 * demands nothing and confirms nothing, because anything may have sent it: one that is wrong costs
 * two queries, one that is lost the time until the next look at the database.
 */
final class PolicySignals {

  private final ChangeFollower follower;
  private final LoadedTenants tenants;
  private final Refresher refresher;
  private @Nullable Subscription subscription;
  private volatile boolean started;

  PolicySignals(ChangeFollower follower, LoadedTenants tenants, Refresher refresher) {
    this.follower = follower;
    this.tenants = tenants;
    this.refresher = refresher;
  }

  /** Begins to listen; a process that never decides never does. */
  void start() {
    if (!started) {
      listen();
    }
  }

  private synchronized void listen() {
    if (!started) {
      started = true;
      subscription = follower.signals(this::heard);
    }
  }

  synchronized void stop() {
    started = true;
    if (subscription != null) {
      subscription.close();
      subscription = null;
    }
  }

  private void heard(Map<OrganizationId, Long> versions) {
    versions.forEach((organization, version) -> {
      Tenant tenant = tenants.get(organization);
      if (tenant != null) {
        follow(tenant, version);
      }
    });
  }

  /** A refresh that is under way may have read before the version was there: then once more. */
  private void follow(Tenant tenant, long version) {
    if (tenant.isBehind(version)) {
      var _ =
          tenant
              .refresh(refresher)
              .thenRun(() -> {
                if (tenant.isBehind(version)) {
                  var _ = tenant.refresh(refresher);
                }
              });
    }
  }
}
