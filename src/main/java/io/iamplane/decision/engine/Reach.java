package io.iamplane.decision.engine;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Privileged rights with the terms on which they are held or given. Of terms that contain one
 * another only the widest are kept.
 */
public final class Reach {

  private final Map<String, WidestTerms> rights = new TreeMap<>();

  /** A right without limits. */
  public static Reach always(Collection<String> rights) {
    Reach reach = new Reach();
    rights.forEach(right -> reach.add(right, ClauseTerms.ALWAYS));
    return reach;
  }

  /**
   * Adds a right.
   *
   * @return true if that widened the reach
   */
  public boolean add(String right, ClauseTerms terms) {
    return rights.computeIfAbsent(right, _ -> new WidestTerms()).add(terms);
  }

  /** Adds all rights of another. */
  public void addAll(Reach other) {
    other.rights.forEach((right, all) -> all.all().forEach(terms -> add(right, terms)));
  }

  /** Returns the number of places visited by all additions and questions so far. */
  long steps() {
    return rights.values().stream().mapToLong(WidestTerms::steps).sum();
  }

  public boolean isEmpty() {
    return rights.isEmpty();
  }

  /** The first right, in the order of names. */
  public Optional<String> first() {
    return rights.keySet().stream().findFirst();
  }

  /** The first right that some holders may not pass on on the terms that it has here. */
  public Optional<String> firstNotCovered(Covering covering) {
    return rights.entrySet().stream()
        .filter(right ->
            !right.getValue().all().stream()
                .allMatch(terms -> covering.covers(right.getKey(), terms)))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Decides if a right may be passed on on some terms. */
  @FunctionalInterface
  public interface Covering {
    boolean covers(String right, ClauseTerms terms);
  }

  /** Returns true if a holder of this reach may give the right on the terms. */
  public boolean covers(String right, ClauseTerms given, long now) {
    WidestTerms held = rights.get(right);
    return held != null && held.cover(given, now);
  }

  /** Returns the same rights under further limits, without those that are over then. */
  public Reach under(ClauseTerms limits, long now) {
    Reach limited = new Reach();
    rights.forEach((right, all) ->
        all.all().stream()
            .map(limits::and)
            .filter(terms -> !terms.isOver(now))
            .forEach(terms -> limited.add(right, terms)));
    return limited;
  }

  /** Returns the rights limited to resources, moved to another resource. */
  public Reach movedTo(ClauseTerms.Scope scope) {
    Reach moved = new Reach();
    rights.forEach((right, all) ->
        all.all().stream()
            .filter(terms -> terms.scope() != null)
            .forEach(terms -> moved.add(right, terms.within(scope))));
    return moved;
  }

  /**
   * Returns the rights that reach one resource, limited to it.
   *
   * @param below true if it has parents, so that rights limited to other resources may reach it
   */
  public Reach about(ClauseTerms.Scope resource, boolean below) {
    Reach about = new Reach();
    rights.forEach((right, all) ->
        all.all().stream()
            .filter(terms -> below || terms.scope() == null || terms.scope().reaches(resource))
            .forEach(terms -> about.add(right, terms.within(resource))));
    return about;
  }

  /** The same rights for some resources only. */
  public Reach within(ClauseTerms.Scope scope) {
    Reach limited = new Reach();
    rights.forEach(
        (right, all) -> all.all().forEach(terms -> limited.add(right, terms.within(scope))));
    return limited;
  }

  /** Returns the rights that are independent of the holder's attributes, or assured by them. */
  public Reach assured(AttributeChange own) {
    Reach assured = new Reach();
    // Many rights may rest on few conditions, each of which may take long.
    Map<Clause, Boolean> known = new TreeMap<>();
    rights.forEach((right, all) ->
        all.all().stream()
            .filter(terms ->
                terms.clauses().stream()
                    .allMatch(clause -> known.computeIfAbsent(clause, each -> each.isAssured(own))))
            .forEach(terms -> assured.add(right, terms)));
    return assured;
  }

  /** Returns the rights that the change may add. */
  public Reach gained(AttributeChange change) {
    Reach gained = new Reach();
    rights.forEach((right, all) ->
        all.all().stream()
            .flatMap(terms -> terms.gained(change).stream())
            .forEach(terms -> gained.add(right, terms)));
    return gained;
  }

  /** The rights that a test picks. */
  public Reach only(Predicate<String> which) {
    Reach picked = new Reach();
    picked.rights.putAll(rights);
    picked.rights.keySet().removeIf(which.negate());
    return picked;
  }

  /** All but some rights. */
  public Reach without(Collection<String> some) {
    return only(right -> !some.contains(right));
  }
}
