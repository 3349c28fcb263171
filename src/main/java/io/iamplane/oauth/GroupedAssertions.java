package io.iamplane.oauth;

import io.iamplane.database.GroupedCalls;
import io.iamplane.database.Transactions;
import io.iamplane.directory.client.Client;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Uses up waiting assertions together: a commit costs more than many rows. Each caller gets the
 * outcome of its own assertion, and no client gets a token before the commit of its row.
 */
@Singleton
class GroupedAssertions {

  private final UsedAssertionStore store;
  private final GroupedCalls<Use, Boolean> calls;

  GroupedAssertions(UsedAssertionStore store, Transactions transactions) {
    this.store = store;
    this.calls = GroupedCalls.writing(transactions, this::useAll);
  }

  /**
   * An assertion by its name.
   *
   * @param jtiHash SHA-256 of its {@code jti}
   */
  record Named(OrganizationId organization, String clientId, ByteBuffer jtiHash)
      implements Comparable<Named> {

    private static final Comparator<Named> ORDER =
        Comparator.comparing(Named::jtiHash)
            .thenComparing(Named::clientId)
            .thenComparing(named -> named.organization().value());

    static Named of(Client client, String jti) {
      byte[] hash = Hashes.sha256(jti.getBytes(StandardCharsets.UTF_8));
      return new Named(client.organization(), client.clientId(), ByteBuffer.wrap(hash));
    }

    /** One order for all, so that no two that use several up wait for each other. */
    @Override
    public int compareTo(Named other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * A use of an assertion, which is remembered until a time.
   *
   * @param now assertions remembered until this time or earlier count as never used
   */
  record Use(Named assertion, Instant keepUntil, Instant now) {}

  /** Uses an assertion up; true for the first use, across all replicas. */
  boolean use(Use use) {
    return calls.call(use);
  }

  /** Uses each assertion once: the first of equal ones counts. */
  private List<Boolean> useAll(List<Use> uses) {
    SortedMap<Named, Use> distinct = new TreeMap<>();
    uses.forEach(use -> distinct.putIfAbsent(use.assertion(), use));
    Instant now = uses.stream().map(Use::now).min(Instant::compareTo).orElseThrow();
    SortedSet<Named> first = store.use(List.copyOf(distinct.values()), now);
    // Each is taken out by the first who names it, so that a second one finds it used.
    return uses.stream().map(use -> first.remove(use.assertion())).toList();
  }
}
