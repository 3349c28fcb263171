package io.iamplane.decision.engine;

import io.iamplane.decision.engine.ClauseTerms.Scope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The widest terms on which one right is held. The search for terms that contain given ones does
 * not visit all terms: it combines subsets of the given clauses, the given scope or none, and the
 * latest end among terms that begin early enough. Keys are sorted, not hashed, because tenants
 * choose conditions and names of resources.
 */
final class WidestTerms {

  /** Puts terms before those that they contain. */
  private static final Comparator<ClauseTerms> WIDEST_FIRST =
      Comparator.<ClauseTerms>comparingInt(terms -> terms.clauses().size())
          .thenComparingInt(terms -> width(terms.scope()))
          .thenComparingLong(ClauseTerms::from)
          .thenComparing(Comparator.comparingLong(ClauseTerms::until).reversed());

  private Clauses root = new Clauses();
  private List<ClauseTerms> added = new ArrayList<>();
  private boolean sorted = true;
  private long steps;

  /** Returns the number of places visited so far. */
  long steps() {
    return steps;
  }

  /**
   * Adds terms.
   *
   * @return true if that widened the right
   */
  boolean add(ClauseTerms terms) {
    if (contain(terms, terms.from())) {
      return false;
    }
    sorted &= added.isEmpty() || WIDEST_FIRST.compare(added.getLast(), terms) <= 0;
    insert(terms);
    return true;
  }

  /** Returns true if a holder of the right on these terms now may give it on others. */
  boolean cover(ClauseTerms given, long now) {
    return contain(given, now);
  }

  /** All of them, without those that others contain. */
  List<ClauseTerms> all() {
    if (!sorted) {
      // Narrower ones may have come first; in this order they come last, and are not added.
      List<ClauseTerms> again = added;
      again.sort(WIDEST_FIRST);
      root = new Clauses();
      added = new ArrayList<>();
      sorted = true;
      again.forEach(this::add);
    }
    return added;
  }

  private void insert(ClauseTerms terms) {
    Clauses at = root;
    for (Clause clause : terms.clauses().stream().sorted().toList()) {
      at = at.longer.computeIfAbsent(clause, _ -> new Clauses());
    }
    at.add(terms);
    added.add(terms);
  }

  /** Goes to all that have no other than some clauses; each of them stands in one place. */
  private boolean contain(ClauseTerms given, long from) {
    List<Clause> clauses = given.clauses().stream().sorted().toList();
    Deque<Clauses> left = new ArrayDeque<>();
    left.add(root);
    while (!left.isEmpty()) {
      Clauses at = left.remove();
      steps++;
      if (at.contain(given, from)) {
        return true;
      }
      if (at.longer.size() < clauses.size()) {
        steps += at.longer.size();
        at.longer.forEach((clause, longer) -> {
          if (Collections.binarySearch(clauses, clause) >= 0) {
            left.add(longer);
          }
        });
      } else if (!clauses.isEmpty()) {
        steps += clauses.size();
        clauses.stream().map(at.longer::get).filter(Objects::nonNull).forEach(left::add);
      }
    }
    return false;
  }

  private static int width(@Nullable Scope scope) {
    return scope == null ? 0 : 1;
  }

  /** The terms with the same clauses. */
  private static final class Clauses {

    private final SortedMap<Clause, Clauses> longer = new TreeMap<>();
    private final Map<Scope, NavigableMap<Long, Long>> scoped = new TreeMap<>();
    private final NavigableMap<Long, Long> anywhere = new TreeMap<>();

    boolean contain(ClauseTerms given, long from) {
      Scope scope = given.scope();
      return lasts(anywhere, from, given.until())
          || (scope != null && lasts(scoped.get(scope), from, given.until()));
    }

    /** Adds terms; keeps times that begin later only if they also end later. */
    void add(ClauseTerms terms) {
      Scope scope = terms.scope();
      NavigableMap<Long, Long> times =
          scope == null ? anywhere : scoped.computeIfAbsent(scope, _ -> new TreeMap<>());
      times.put(terms.from(), terms.until());
      Map.Entry<Long, Long> next = times.higherEntry(terms.from());
      while (next != null && next.getValue() <= terms.until()) {
        times.remove(next.getKey());
        next = times.higherEntry(terms.from());
      }
    }

    private static boolean lasts(@Nullable NavigableMap<Long, Long> times, long from, long until) {
      Map.Entry<Long, Long> earlier = times == null ? null : times.floorEntry(from);
      return earlier != null && earlier.getValue() >= until;
    }
  }
}
