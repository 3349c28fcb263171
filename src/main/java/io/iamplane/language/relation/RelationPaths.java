package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationGoal.Hop;
import io.iamplane.language.relation.RelationGoal.Rests;
import io.iamplane.language.relation.RelationSource.Sign;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Follows one model from names to the relations that bear on them, for any stored relations. Goes
 * from goal to goal without recursion, in a bounded number of steps for all names together: of a
 * model that needs more, every relation counts for every name. For one thread.
 */
public final class RelationPaths {

  /** A model of the largest manifests takes a fraction of it. */
  static final int MOST_STEPS = 500_000;

  private final RelationModel model;
  private final int most;
  private final Map<RelationGoal, Rests> known = new HashMap<>();
  private final Map<RelationGoal, Set<RelationSource>> ends = new HashMap<>();
  private int steps;

  public RelationPaths(RelationModel model) {
    this(model, MOST_STEPS);
  }

  RelationPaths(RelationModel model, int most) {
    this.model = model;
    this.most = most;
  }

  /** Counts the examined goals. */
  public int steps() {
    return steps;
  }

  /**
   * All that bear on a name: directly, through other names or through other objects.
   *
   * @param name a relation or a permission of the type
   */
  public Set<RelationLink> of(String type, String name) {
    Set<RelationLink> links = new LinkedHashSet<>();
    Set<RelationGoal> goals = reached(new RelationGoal(type, null, name, Sign.GIVES));
    Set<RelationGoal> expressed = new HashSet<>();
    goals.forEach(goal -> expressed.addAll(rests(goal).same()));
    for (RelationGoal goal : goals) {
      // Members that a relation goes through are that relation's, not those of every group.
      boolean apart = goal.through() == null || expressed.contains(goal);
      for (Hop hop : rests(goal).hops()) {
        links.add(hop.subject() == null && !apart ? idle(hop) : link(hop));
      }
    }
    return steps > most ? all() : links;
  }

  private RelationLink link(Hop hop) {
    RelationGoal next = hop.next();
    return next == null
        ? new RelationLink(hop.source(), hop.subject(), true, Set.of())
        : new RelationLink(hop.source(), hop.subject(), isOfItself(next), ends(next));
  }

  /**
   * Returns true if every object of a type has a name on itself, by {@code self}: then it has all
   * dependent names wherever the name is asked of it.
   */
  public boolean isOfItself(String type, String name) {
    return steps > most || isOfItself(new RelationGoal(type, null, name, Sign.GIVES));
  }

  private boolean isOfItself(RelationGoal asked) {
    Set<RelationGoal> seen = new HashSet<>(Set.of(asked));
    Deque<RelationGoal> left = new ArrayDeque<>(seen);
    while (!left.isEmpty()) {
      RelationGoal goal = left.pop();
      if (++steps > most || rests(goal).self().contains(asked.sign())) {
        return true;
      }
      rests(goal).same().stream().filter(seen::add).forEach(left::push);
    }
    return false;
  }

  private static RelationLink idle(Hop hop) {
    return new RelationLink(hop.source(), hop.subject(), false, Set.of());
  }

  /** The last relations of chains that begin with a goal, and do the same as it. */
  private Set<RelationSource> ends(RelationGoal start) {
    Set<RelationSource> before = ends.get(start);
    if (before != null) {
      return before;
    }
    Set<RelationSource> found = new HashSet<>();
    for (RelationGoal goal : reached(start)) {
      if (goal.sign() == start.sign()) {
        rests(goal).hops().stream()
            .filter(hop -> hop.next() == null)
            .forEach(hop -> found.add(hop.source()));
      }
    }
    ends.put(start, found);
    return found;
  }

  private Set<RelationGoal> reached(RelationGoal start) {
    Set<RelationGoal> seen = new LinkedHashSet<>(Set.of(start));
    Deque<RelationGoal> left = new ArrayDeque<>(seen);
    while (!left.isEmpty() && ++steps <= most) {
      Rests rests = rests(left.pop());
      List<RelationGoal> next = new ArrayList<>(rests.same());
      rests.hops().stream().map(Hop::next).filter(Objects::nonNull).forEach(next::add);
      for (RelationGoal each : next) {
        if (seen.add(each)) {
          left.push(each);
        }
      }
    }
    return seen;
  }

  private Rests rests(RelationGoal goal) {
    return known.computeIfAbsent(goal, asked -> asked.rests(model));
  }

  private Set<RelationLink> all() {
    Set<RelationSource> sources = new HashSet<>();
    for (Sign sign : Sign.values()) {
      sources.add(RelationSource.ofMembers(sign));
      model
          .types()
          .forEach((name, type) ->
              type.relations()
                  .keySet()
                  .forEach(relation -> sources.add(new RelationSource(name, relation, sign))));
    }
    Set<RelationLink> links = new LinkedHashSet<>();
    for (RelationSource source : sources) {
      TypeDefinition type = model.types().get(source.type());
      List<SubjectType> subjects =
          type == null ? List.of() : type.relations().getOrDefault(source.relation(), List.of());
      subjects.forEach(subject -> links.add(new RelationLink(source, subject, true, sources)));
    }
    for (Sign sign : Sign.values()) {
      links.add(new RelationLink(RelationSource.ofMembers(sign), null, true, sources));
    }
    return links;
  }
}
