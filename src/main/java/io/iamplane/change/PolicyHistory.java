package io.iamplane.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.database.ConnectionConfig;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What changed in a tenant's policy, version by version. */
@ApplicationScoped
public class PolicyHistory {

  private static final int FOLLOW_SECONDS = 2;

  private final PolicyVersionStore versions;
  private final Transactions transactions;
  private final ObjectMapper mapper;
  private final Semaphore followers;

  PolicyHistory(
      PolicyVersionStore versions,
      Transactions transactions,
      ObjectMapper mapper,
      ConnectionConfig connections) {
    this.versions = versions;
    this.transactions = transactions;
    this.mapper = JsonColumns.stored(mapper);
    this.followers = new Semaphore(connections.controlConnections() - 2, true);
  }

  /**
   * The present versions of several tenants; unknown ones are left out. One statement, without a
   * transaction around it and on a connection of its own: every replica asks this several times a
   * second, and denies when it gets no answer.
   */
  public Map<OrganizationId, Long> present(Collection<OrganizationId> organizations) {
    return versions.currentOnControl(organizations);
  }

  /**
   * The versions after one, oldest first. Versions are given out under a lock, so that what a later
   * reader finds missing here can never appear below what it has seen.
   *
   * @param limit reads no more than this many versions
   */
  public TreeMap<Long, List<PolicyChange>> since(
      OrganizationId organization, long version, int limit) {
    TreeMap<Long, List<PolicyChange>> history = new TreeMap<>();
    BiConsumer<Long, PolicyVersionStore.ChangeRow> each =
        (at, row) ->
            history
                .computeIfAbsent(at, _ -> new ArrayList<>())
                .add(new PolicyChange(row.targetType(), json(row.before()), json(row.after())));
    if (transactions.active()) {
      versions.since(organization, version, version + limit, each);
    } else {
      following(() -> versions.sinceOnControl(organization, version, version + limit, each));
    }
    return history;
  }

  /** Leaves the other connections to the freshness of all tenants and to probes. */
  private void following(Runnable reading) {
    if (!acquired()) {
      throw new IllegalStateException("too many tenants are being brought up to date");
    }
    try {
      reading.run();
    } finally {
      followers.release();
    }
  }

  private boolean acquired() {
    try {
      return followers.tryAcquire(FOLLOW_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private @Nullable JsonNode json(@Nullable String text) {
    try {
      return text == null ? null : mapper.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a change row does not hold the JSON that was written", e);
    }
  }
}
