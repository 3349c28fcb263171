package io.iamplane.change;

import io.iamplane.database.Notifications;
import io.iamplane.database.Notifications.Subscription;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Announces commits of changes, by any process. All listeners of this process share one connection,
 * which is open only while there are listeners. Signals are hints: some are lost, and none is
 * proof.
 */
@Singleton
public class ChangeSignals {

  private final Notifications notifications;
  private final List<Consumer<Map<OrganizationId, Long>>> listeners = new CopyOnWriteArrayList<>();
  private @Nullable Subscription listening;

  ChangeSignals(Notifications notifications) {
    this.notifications = notifications;
  }

  /**
   * Listens until closed.
   *
   * @param heard must be quick; receives some tenants that changed with the versions of their
   *     policies, which may be none, or known already
   */
  public Subscription listen(Consumer<Map<OrganizationId, Long>> heard) {
    add(heard);
    return () -> remove(heard);
  }

  private synchronized void add(Consumer<Map<OrganizationId, Long>> heard) {
    listeners.add(heard);
    if (listening == null) {
      listening = notifications.listen(ChangeNotifier.CHANNEL, this::heard);
    }
  }

  private synchronized void remove(Consumer<Map<OrganizationId, Long>> heard) {
    listeners.remove(heard);
    if (listeners.isEmpty() && listening != null) {
      listening.close();
      listening = null;
    }
  }

  private void heard(String text) {
    Map<OrganizationId, Long> versions = ChangedVersions.read(text);
    listeners.forEach(each -> each.accept(versions));
  }
}
