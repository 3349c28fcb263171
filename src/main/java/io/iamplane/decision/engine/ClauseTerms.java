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
   * Resources. Every resource of a type is neither more nor less than one of them and what is below
   * that, which may be of another type.
   *
   * @param id one resource and what is below it; {@code *}: every resource of the type
   */
  public record Scope(String type, String id) implements Comparable<Scope> {

    private static final String EVERY = "*";

    private static final Comparator<Scope> ORDER =
        Comparator.comparing(Scope::type).thenComparing(Scope::id);

    /** Every resource of a type. */
    public static Scope of(String type) {
      return new Scope(type, EVERY);
    }

    /** Whether it is every resource of its type, and nothing below them. */
    public boolean isOfType() {
      return id.equals(EVERY);
    }

    /** Whether it reaches a resource itself, not only by what is above that. */
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
   * Whether a holder of a right on these terms now may give it on other terms: not for longer, not
   * for more resources, not under fewer conditions.
   */
  public boolean covers(ClauseTerms given, long now) {
    return from <= now && isWiderThan(given);
  }

  /** Whether these terms allow at least what others do, at every moment. */
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
   * What is left of them for another right: neither the resources nor what is read of these, since
   * the same words are about another resource there.
   */
  public ClauseTerms ofAnotherRight() {
    return new ClauseTerms(
        null,
        clauses.stream().filter(clause -> !clause.isOfItsRight()).collect(Collectors.toSet()),
        from,
        until);
  }

  /** Whether no moment is left at which they count. */
  boolean isOver(long now) {
    return until <= now || from >= until;
  }

  /** Whether what is stored of a subject fulfils all that is read of it, whatever else is asked. */
  public boolean isAssured(AttributeChange own) {
    return clauses.stream().allMatch(clause -> clause.isAssured(own));
  }

  /** Whether other attributes may fulfil them that did not for certain. */
  public boolean mayTurnTrue(AttributeChange change) {
    return gained(change).isPresent();
  }

  /** Whether other attributes may leave one of them unfulfilled that was not for certain. */
  public boolean mayTurnFalse(AttributeChange change) {
    return clauses.stream().anyMatch(clause -> clause.mayTurnFalse(change));
  }

  /** What other attributes bring: without the clauses that they fulfil. */
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
