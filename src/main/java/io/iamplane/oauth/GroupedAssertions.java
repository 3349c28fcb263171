package io.iamplane.oauth;

import io.iamplane.database.GroupedCalls;
import io.iamplane.database.Transactions;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Uses up waiting assertions together: a commit costs more than many rows. Each caller gets the
 * outcome of its own assertion, and no client gets a token before the commit of its row.
 */
@Singleton
class GroupedAssertions implements UsedAssertions {

  private final UsedAssertionStore store;
  private final GroupedCalls<Use, Boolean> calls;

  GroupedAssertions(UsedAssertionStore store, Transactions transactions) {
    this.store = store;
    this.calls = GroupedCalls.writing(transactions, this::useAll);
  }

  record Use(Named assertion, Instant keepUntil, Instant now) {}

  @Override
  public boolean use(Named assertion, Instant keepUntil, Instant now) {
    return calls.call(new Use(assertion, keepUntil, now));
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
