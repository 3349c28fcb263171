package io.iamplane.decision.engine;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The limits under which a right counts.
 *
 * @param scope the resources that it is limited to; null: none, so any
 * @param clauses all must be true
 * @param from the first moment, in microseconds since 1970
 * @param until the first moment at which it no longer counts, in microseconds since 1970
 */
public record ClauseTerms(@Nullable Scope scope, Set<Clause> clauses, long from, long until) {

  /** No limits. */
  public static final ClauseTerms ALWAYS =
      new ClauseTerms(null, Set.of(), Long.MIN_VALUE, Long.MAX_VALUE);

  public ClauseTerms {
    clauses = Set.copyOf(clauses);
  }

  /**
   * A set of resources. The scope of all resources of a type neither contains nor is contained in
   * the scope of one of them and its descendants, which may be of other types.
   *
   * @param id one resource with its descendants; {@code *}: every resource of the type
   */
  public record Scope(String type, String id) implements Comparable<Scope> {

    private static final String EVERY = "*";

    private static final Comparator<Scope> ORDER =
        Comparator.comparing(Scope::type).thenComparing(Scope::id);

    /** Every resource of a type. */
    public static Scope of(String type) {
      return new Scope(type, EVERY);
    }

    /** Returns true if it is every resource of its type, without their descendants. */
    public boolean isOfType() {
      return id.equals(EVERY);
    }

    /** Returns true if it contains the resource directly, not only as a descendant. */
    boolean reaches(Scope resource) {
      return type.equals(resource.type) && (isOfType() || id.equals(resource.id));
    }

    @Override
    public int compareTo(Scope other) {
      return ORDER.compare(this, other);
    }
  }

  /** Both limits at once; of two scopes the inner one, because only grants have any. */
  public ClauseTerms and(ClauseTerms inner) {
    Set<Clause> both = new HashSet<>(clauses);
    both.addAll(inner.clauses);
    return new ClauseTerms(
        inner.scope == null ? scope : inner.scope,
        both,
        Math.max(from, inner.from),
        Math.min(until, inner.until));
  }

  /**
   * Returns true if a holder of a right on these terms now may give it on the other terms: not for
   * longer, not for more resources, not under fewer conditions.
   */
  public boolean covers(ClauseTerms given, long now) {
    return from <= now && isWiderThan(given);
  }

  /** Returns true if these terms allow at least as much as the others at every moment. */
  boolean contain(ClauseTerms given) {
    return from <= given.from && isWiderThan(given);
  }

  private boolean isWiderThan(ClauseTerms given) {
    return until >= given.until
        && given.clauses.containsAll(clauses)
        && (scope == null || scope.equals(given.scope));
  }

  /** The same for other resources. */
  public ClauseTerms within(Scope other) {
    return new ClauseTerms(other, clauses, from, until);
  }

  /** The same for any resource. */
  public ClauseTerms withoutScope() {
    return new ClauseTerms(null, clauses, from, until);
  }

  /**
   * Returns these terms for another right, without the resources and the conditions that read them,
   * since those would mean another resource there.
   */
  public ClauseTerms ofAnotherRight() {
    return new ClauseTerms(
        null,
        clauses.stream().filter(clause -> !clause.isOfItsRight()).collect(Collectors.toSet()),
        from,
        until);
  }

  /** Returns true if there is no later moment at which they count. */
  boolean isOver(long now) {
    return until <= now || from >= until;
  }

  /**
   * Returns true if the subject's stored attributes fulfil every condition on it, for any request.
   */
  public boolean isAssured(AttributeChange own) {
    return clauses.stream().allMatch(clause -> clause.isAssured(own));
  }

  /** Returns true if the change may fulfil terms that were not certainly fulfilled before. */
  public boolean mayTurnTrue(AttributeChange change) {
    return gained(change).isPresent();
  }

  /** Returns true if the change may make a clause false that was not certainly false before. */
  public boolean mayTurnFalse(AttributeChange change) {
    return clauses.stream().anyMatch(clause -> clause.mayTurnFalse(change));
  }

  /** Returns the terms gained by the change: without the clauses that it may fulfil. */
  Optional<ClauseTerms> gained(AttributeChange change) {
    Set<Clause> fulfilled =
        clauses.stream().filter(clause -> clause.mayTurnTrue(change)).collect(Collectors.toSet());
    if (fulfilled.isEmpty() || !clauses.stream().allMatch(clause -> clause.mayBeTrue(change))) {
      return Optional.empty();
    }
    Set<Clause> left = new HashSet<>(clauses);
    left.removeAll(fulfilled);
    return Optional.of(new ClauseTerms(scope, left, from, until));
  }
}
