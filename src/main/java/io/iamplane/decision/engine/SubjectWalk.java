package io.iamplane.decision.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Walks from the question and the resource to the subjects of a type that may be allowed. It takes
 * every condition for true and ignores denials, so it finds subjects that a decision then denies,
 * and misses none.
 */
final class SubjectWalk {

  private final PolicySnapshot snapshot;
  private final Question question;
  private final int type;
  private final long now;
  private final WalkMeter meter;
  private final Map<Ref, Node> found = new HashMap<>();
  private final Set<Ref> opened = new HashSet<>();
  private final Set<Ref> covering = new HashSet<>();
  private final Map<Long, Set<Ref>> reached = new HashMap<>();
  private final Deque<Reached> next = new ArrayDeque<>();

  /** A goal on an object, which may be true for some subjects. */
  private record Reached(Node node, long goal) {}

  /** Takes the type of the subjects. */
  SubjectWalk(PolicySnapshot snapshot, Question question, int type, long now, WalkMeter meter) {
    this.snapshot = snapshot;
    this.question = question;
    this.type = type;
    this.now = now;
    this.meter = meter;
  }

  /**
   * @throws WalkMeter.TooWide when they may be all of the type, or more than are worth the walk
   */
  Iterable<Node> find() {
    Node resource = question.resource();
    CatalogPermission permission = question.permission();
    if (permission != null) {
      if (resource != null) {
        findCovering(resource);
      }
      for (int i = 0; i < permission.privilegeCount(); i++) {
        meter.step();
        int privilege = permission.privilege(i);
        Holders.forEach(
            snapshot.holders(privilege),
            name -> addHolder(snapshot.node(name), privilege, permission));
      }
    }
    CompiledModel model = question.model();
    if (model != null && resource != null && question.relation() != Symbols.NONE) {
      reach(resource, Symbols.NONE, question.relation());
      while (!next.isEmpty()) {
        follow(model, next.remove());
      }
    }
    return found.values();
  }

  /** Finds the names with scopes that cover the resource, like {@link ScopeMatch}. */
  private void findCovering(Node resource) {
    Deque<Node> above = new ArrayDeque<>(List.of(resource));
    Set<Ref> met = new HashSet<>(Set.of(resource.ref()));
    while (!above.isEmpty()) {
      Node node = above.remove();
      snapshot.forEachName(node, name -> covering.add(name.ref()));
      forEachTuple(
          node,
          snapshot.parentSymbol(),
          tuple -> {
            if (tuple.isDirect()) {
              Node parent = snapshot.resolve(tuple.subject());
              if (met.add(parent.ref())) {
                above.add(parent);
              }
            }
          });
    }
  }

  private void addHolder(Node name, int privilege, CatalogPermission permission) {
    meter.step();
    GrantSet grants = name.grants();
    if (grants != null && mayCover(grants, privilege, permission)) {
      addSubject(name.ref());
    }
  }

  private boolean mayCover(GrantSet grants, int privilege, CatalogPermission permission) {
    if (grants.isFew()) {
      for (int i = 0; i < grants.privilegeCount(); i++) {
        IndexedGrant grant = grants.grant(i);
        if (grants.privilege(i) == privilege && permits(grant, permission) && covers(grant)) {
          return true;
        }
      }
      return false;
    }
    boolean permits =
        permits(grants.unscoped(privilege), permission)
            || permits(grants.forType(privilege, question.resourceType()), permission);
    for (Ref scope : covering) {
      meter.step();
      permits = permits || permits(grants.forResource(privilege, scope), permission);
    }
    return permits;
  }

  private boolean permits(IndexedGrant @Nullable [] grants, CatalogPermission permission) {
    if (grants != null) {
      for (IndexedGrant grant : grants) {
        meter.step();
        if (permits(grant, permission)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean permits(IndexedGrant grant, CatalogPermission permission) {
    return grant.permitsAt(now)
        && (grant.application() == Symbols.NONE || grant.application() == permission.application());
  }

  private boolean covers(IndexedGrant grant) {
    Ref scope = grant.scope();
    return scope == null
        ? grant.scopeType() == Symbols.NONE || grant.scopeType() == question.resourceType()
        : covering.contains(scope);
  }

  private void addSubject(Ref name) {
    if (name.wildcard()) {
      if (name.type() == type) {
        throw WalkMeter.TooWide.EVERYTHING;
      }
      return;
    }
    Node subject = snapshot.resolve(name);
    if (name.type() == type) {
      found.put(subject.ref(), subject);
    }
    if (snapshot.isGroup(name.type())) {
      addMembers(subject);
    }
  }

  private void addMembers(Node group) {
    Deque<Node> groups = new ArrayDeque<>();
    if (opened.add(group.ref())) {
      groups.add(group);
    }
    while (!groups.isEmpty()) {
      forEachTuple(
          groups.remove(),
          snapshot.memberSymbol(),
          membership -> {
            Ref member = membership.subject();
            if (!snapshot.isGroup(member.type()) || member.wildcard()) {
              addSubject(member);
              return;
            }
            Node nested = snapshot.resolve(member);
            if (member.type() == type) {
              found.put(nested.ref(), nested);
            }
            if (opened.add(nested.ref())) {
              groups.add(nested);
            }
          });
    }
  }

  /** The relations of that name to an object that are valid. */
  private void forEachTuple(Node object, int relation, Consumer<Tuple> consumer) {
    snapshot.forEachName(
        object,
        name -> {
          if (name.tuples() != null) {
            name.tuples()
                .forEach(
                    relation,
                    tuple -> {
                      meter.step();
                      if (tuple.validAt(now)) {
                        consumer.accept(tuple);
                      }
                    });
          }
        });
  }

  private void reach(Node node, int through, int name) {
    reach(node, GoalGraph.goal(node.ref().type(), through, name));
  }

  private void reach(Node node, long goal) {
    if (reached.computeIfAbsent(goal, _ -> new HashSet<>()).add(node.ref())) {
      meter.step();
      next.add(new Reached(node, goal));
    }
  }

  private void follow(CompiledModel model, Reached at) {
    int of = at.node.ref().type();
    int name = GoalGraph.name(at.goal);
    if (GoalGraph.isSelf(at.goal)) {
      if (of == type) {
        found.put(at.node.ref(), at.node);
      }
      return;
    }
    if (GoalGraph.through(at.goal) != Symbols.NONE) {
      traverse(model, at.node, GoalGraph.through(at.goal), name);
      return;
    }
    if (snapshot.isMembership(of, name)) {
      addMembers(at.node);
      return;
    }
    ModelName rules = model.name(of, name);
    Step definition = rules == null ? null : rules.definition();
    if (definition != null && !GoalGraph.isStored(at.goal)) {
      GoalGraph.forEachGrounds(definition, of, goal -> reach(at.node, goal));
    } else if (rules != null) {
      forEachTuple(at.node, name, tuple -> addRelated(tuple, rules));
    }
  }

  private void addRelated(Tuple tuple, ModelName rules) {
    Ref subject = tuple.subject();
    int userset = tuple.subjectRelation();
    if (!rules.admits(tuple)) {
      return;
    }
    if (userset != Symbols.NONE) {
      reach(snapshot.resolve(subject), Symbols.NONE, userset);
    } else if (subject.type() == type) {
      if (subject.wildcard()) {
        throw WalkMeter.TooWide.EVERYTHING;
      }
      Node node = snapshot.resolve(subject);
      found.put(node.ref(), node);
    }
  }

  private void traverse(CompiledModel model, Node object, int through, int name) {
    ModelName rules = model.name(object.ref().type(), through);
    boolean membership = snapshot.isMembership(object.ref().type(), through);
    if (!membership && (rules == null || rules.definition() != null)) {
      return;
    }
    forEachTuple(
        object,
        through,
        tuple -> {
          Ref subject = tuple.subject();
          boolean admitted = membership || (rules != null && rules.admits(tuple));
          if (admitted && !subject.wildcard()) {
            reach(snapshot.resolve(subject), tuple.subjectRelation(), name);
          }
        });
  }
}
