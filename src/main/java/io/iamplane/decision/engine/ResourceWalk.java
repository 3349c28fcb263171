package io.iamplane.decision.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Walks from a subject along its grants and relations to the resources of a type that the request
 * may be allowed on. It takes every condition for true and ignores denials, so it finds resources
 * that a decision then denies, and misses none.
 */
final class ResourceWalk {

  private final PolicySnapshot snapshot;
  private final Question question;
  private final long now;
  private final WalkMeter meter;
  private final List<Node> groups = new ArrayList<>();
  private final Map<Ref, Node> found = new HashMap<>();

  ResourceWalk(PolicySnapshot snapshot, Question question, long now, WalkMeter meter) {
    this.snapshot = snapshot;
    this.question = question;
    this.now = now;
    this.meter = meter;
  }

  /**
   * @throws WalkMeter.TooWide when they may be all of the type, or more than are worth the walk
   */
  Iterable<Node> find() {
    Node subject = question.knownSubject();
    CompiledModel rules = question.model();
    if (question.userset() != Symbols.NONE) {
      findGroupsOfUserset(subject);
      if (rules != null) {
        new Relations(rules).walkFromUserset(subject);
      }
      return found.values();
    }
    Node everyone = snapshot.named(subject.ref().type(), Ref.EVERYONE);
    findGroups(subject, everyone);
    CatalogPermission permission = question.permission();
    if (permission != null) {
      addGranted(subject, permission);
      addGranted(everyone, permission);
      groups.forEach(group -> addGranted(group, permission));
    }
    if (rules != null && question.relation() != Symbols.NONE) {
      new Relations(rules).walk(subject, everyone);
    }
    return found.values();
  }

  private void findGroups(Node subject, @Nullable Node everyone) {
    Deque<Node> next = new ArrayDeque<>(List.of(subject));
    if (everyone != null) {
      next.add(everyone);
    }
    findGroups(next, new HashMap<>());
  }

  /** A question about the members of a group is one about those of the groups that it is in. */
  private void findGroupsOfUserset(Node object) {
    if (snapshot.isMembership(object.ref().type(), question.userset())) {
      findGroups(new ArrayDeque<>(List.of(object)), new HashMap<>(Map.of(object.ref(), object)));
    }
  }

  private void findGroups(Deque<Node> next, Map<Ref, Node> in) {
    while (!next.isEmpty()) {
      snapshot.forEachName(
          next.remove(),
          name -> {
            for (Tuple membership : name.memberships()) {
              meter.step();
              Node group = snapshot.resolve(membership.object());
              if (membership.validAt(now) && in.putIfAbsent(group.ref(), group) == null) {
                next.add(group);
              }
            }
          });
    }
    groups.addAll(in.values());
  }

  private void addGranted(@Nullable Node holder, CatalogPermission permission) {
    if (holder != null) {
      snapshot.forEachName(
          holder,
          name -> {
            if (name.grants() != null) {
              name.grants().forEach(grant -> addGranted(grant, permission));
            }
          });
    }
  }

  private void addGranted(IndexedGrant grant, CatalogPermission permission) {
    meter.step();
    boolean ofOther =
        grant.application() != Symbols.NONE && grant.application() != permission.application();
    if (!permission.isIn(grant.privilege()) || ofOther || !grant.permitsAt(now)) {
      return;
    }
    Ref scope = grant.scope();
    if (scope != null) {
      addBelow(snapshot.resolve(scope));
    } else if (grant.scopeType() == Symbols.NONE || grant.scopeType() == question.resourceType()) {
      throw WalkMeter.TooWide.EVERYTHING;
    }
  }

  /** Adds the resources in a scope, the reverse of {@link ScopeMatch}. */
  private void addBelow(Node top) {
    Map<Ref, Node> below = new HashMap<>(Map.of(top.ref(), top));
    Deque<Node> next = new ArrayDeque<>(List.of(top));
    while (!next.isEmpty()) {
      Node node = next.remove();
      add(node);
      forEachUse(
          node,
          tuple -> {
            if (tuple.relation() == snapshot.parentSymbol() && isParent(tuple)) {
              Node child = snapshot.resolve(tuple.object());
              if (below.putIfAbsent(child.ref(), child) == null) {
                next.add(child);
              }
            }
          });
    }
  }

  private boolean isParent(Tuple tuple) {
    CompiledModel model = question.model();
    ModelName rules = model == null ? null : model.name(tuple.object().type(), tuple.relation());
    return rules != null && rules.definition() == null && tuple.isDirect() && rules.admits(tuple);
  }

  /** The relations of a subject that are valid, memberships aside. */
  private void forEachUse(Node node, Consumer<Tuple> use) {
    snapshot.forEachName(
        node,
        name -> {
          if (name.uses() != null) {
            name.uses()
                .forEach(tuple -> {
                  meter.step();
                  if (tuple.validAt(now)) {
                    use.accept(tuple);
                  }
                });
          }
        });
  }

  private void add(Node node) {
    if (node.ref().type() == question.resourceType()) {
      found.put(node.ref(), node);
    }
  }

  /** The part that follows the relation model, against the direction of {@link RelationWalk}. */
  private final class Relations {

    private final CompiledModel model;
    private final long asked;
    private final GoalGraph goals;
    private final Map<Long, Set<Ref>> reached = new HashMap<>();
    private final Deque<Reached> next = new ArrayDeque<>();

    private record Reached(Node node, long goal) {}

    Relations(CompiledModel model) {
      this.model = model;
      this.asked = GoalGraph.goal(question.resourceType(), Symbols.NONE, question.relation());
      this.goals = new GoalGraph(snapshot, model, asked, meter);
    }

    void walk(Node subject, @Nullable Node everyone) {
      forEachUse(subject, this::reachByRelation);
      if (everyone != null) {
        forEachUse(everyone, this::reachByRelation);
      }
      long self = GoalGraph.self(subject.ref().type());
      if (goals.has(self)) {
        reach(subject, self);
      }
      followAll();
    }

    void walkFromUserset(Node object) {
      reach(object, GoalGraph.goal(object.ref().type(), Symbols.NONE, question.userset()));
      followAll();
    }

    private void followAll() {
      for (Node group : groups) {
        reach(group, GoalGraph.goal(group.ref().type(), Symbols.NONE, snapshot.memberSymbol()));
      }
      while (!next.isEmpty()) {
        Reached at = next.remove();
        goals.restingOn(at.goal).forEach(goal -> reach(at.node, goal));
        forEachUse(at.node, tuple -> follow(tuple, at.goal));
        snapshot.forEachName(at.node, name -> followMemberships(name, at.goal));
      }
    }

    private void reachByRelation(Tuple tuple) {
      if (tuple.subjectRelation() == Symbols.NONE) {
        reachRelation(tuple);
      }
    }

    /** The relation itself, if its subject is one of those that the model admits. */
    private void reachRelation(Tuple tuple) {
      ModelName rules = rules(tuple);
      if (rules != null && rules.admits(tuple)) {
        long goal = GoalGraph.ofRelation(tuple.object().type(), tuple.relation(), rules);
        if (goals.has(goal)) {
          reach(snapshot.resolve(tuple.object()), goal);
        }
      }
    }

    private @Nullable ModelName rules(Tuple tuple) {
      return model.name(tuple.object().type(), tuple.relation());
    }

    private boolean isTraversed(Tuple tuple) {
      ModelName rules = rules(tuple);
      return rules != null && rules.definition() == null && rules.admits(tuple);
    }

    /** From a goal on the subject of a relation to the goals that rest on it on its object. */
    private void follow(Tuple tuple, long goal) {
      if (!GoalGraph.isName(goal)) {
        return;
      }
      int through = GoalGraph.through(goal);
      int name = GoalGraph.name(goal);
      if (through == Symbols.NONE && tuple.subjectRelation() == name) {
        reachRelation(tuple);
      }
      long traversal = GoalGraph.goal(tuple.object().type(), tuple.relation(), name);
      if (through == tuple.subjectRelation() && goals.has(traversal) && isTraversed(tuple)) {
        reach(snapshot.resolve(tuple.object()), traversal);
      }
    }

    private void followMemberships(Node node, long goal) {
      if (!GoalGraph.isName(goal)) {
        return;
      }
      for (Tuple membership : node.memberships()) {
        meter.step();
        long traversal =
            GoalGraph.goal(membership.object().type(), membership.relation(), GoalGraph.name(goal));
        if (GoalGraph.through(goal) == membership.subjectRelation() && goals.has(traversal)) {
          reach(snapshot.resolve(membership.object()), traversal);
        }
      }
    }

    private void reach(Node node, long goal) {
      if (reached.computeIfAbsent(goal, _ -> new HashSet<>()).add(node.ref())) {
        meter.step();
        next.add(new Reached(node, goal));
        if (goal == asked) {
          add(node);
        }
      }
    }
  }
}
