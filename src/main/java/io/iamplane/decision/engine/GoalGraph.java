package io.iamplane.decision.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies of a name of a relation model: for each goal, the goals on the same object that
 * rest on it. A goal is a name on objects of a type, or a name on the objects with a relation to
 * them, as in {@link RelationWalk#ask}. It has only goals that may make another one true: of an
 * intersection the first operand, of an exclusion the base.
 */
final class GoalGraph {

  private final PolicySnapshot snapshot;
  private final CompiledModel model;
  private final Map<Long, List<Long>> resting = new HashMap<>();
  private final Deque<Long> next = new ArrayDeque<>();

  GoalGraph(PolicySnapshot snapshot, CompiledModel model, long asked, WalkMeter meter) {
    this.snapshot = snapshot;
    this.model = model;
    need(asked);
    while (!next.isEmpty()) {
      meter.charge();
      expand(next.remove());
    }
  }

  /** Marks the stored part of a relation; the bit is above the numbers of all types. */
  private static final long STORED = 1L << 48;

  private static final long SELF = 1L << 49;

  /** The stored part of a relation that also follows from other names. */
  static long stored(int type, int relation) {
    return goal(type, Symbols.NONE, relation) | STORED;
  }

  static boolean isStored(long goal) {
    return (goal & STORED) != 0;
  }

  /** The object itself being the subject. */
  static long self(int type) {
    return goal(type, Symbols.NONE, Symbols.NONE) | SELF;
  }

  static boolean isSelf(long goal) {
    return (goal & SELF) != 0;
  }

  static boolean isName(long goal) {
    return (goal & (STORED | SELF)) == 0;
  }

  /** The goal that a stored relation answers. */
  static long ofRelation(int type, int relation, ModelName rules) {
    return rules.definition() == null ? goal(type, Symbols.NONE, relation) : stored(type, relation);
  }

  static long goal(int type, int through, int name) {
    return (long) type << 32 | (long) through << 16 | name;
  }

  static int type(long goal) {
    return (int) (goal >>> 32) & 0xFFFF;
  }

  static int through(long goal) {
    return (int) (goal >>> 16) & 0xFFFF;
  }

  static int name(long goal) {
    return (int) goal & 0xFFFF;
  }

  /** Returns true if the question may rest on the goal. */
  boolean has(long goal) {
    return resting.containsKey(goal);
  }

  /** The goals on the same object that rest on a goal. */
  List<Long> restingOn(long goal) {
    return resting.getOrDefault(goal, List.of());
  }

  private List<Long> need(long goal) {
    List<Long> known = resting.get(goal);
    if (known == null) {
      known = new ArrayList<>();
      resting.put(goal, known);
      next.add(goal);
    }
    return known;
  }

  private void expand(long goal) {
    int type = type(goal);
    int name = name(goal);
    if (isSelf(goal)) {
      return;
    }
    if (isStored(goal)) {
      needUsersets(model.name(type, name));
    } else if (through(goal) != Symbols.NONE) {
      expandTraversal(type, through(goal), name);
    } else if (!snapshot.isMembership(type, name)) {
      ModelName rules = model.name(type, name);
      Step definition = rules == null ? null : rules.definition();
      if (definition != null) {
        forEachGrounds(definition, type, each -> need(each).add(goal));
      } else {
        needUsersets(rules);
      }
    }
  }

  private void needUsersets(@Nullable ModelName rules) {
    for (int i = 0; rules != null && i < rules.subjects(); i++) {
      if (rules.relation(i) != Symbols.NONE) {
        need(goal(rules.type(i), Symbols.NONE, rules.relation(i)));
      }
    }
  }

  private void expandTraversal(int type, int through, int name) {
    if (snapshot.isMembership(type, through)) {
      // Members are of any type; groups among them pass the question on to theirs, by this goal.
      model.forEachTypeWith(name, each -> need(goal(each, Symbols.NONE, name)));
      return;
    }
    ModelName rules = model.name(type, through);
    for (int i = 0; rules != null && rules.definition() == null && i < rules.subjects(); i++) {
      if (!rules.isEveryone(i)) {
        need(goal(rules.type(i), rules.relation(i), name));
      }
    }
  }

  /** Visits goals on an object of a type; the expression is true only if one of them is. */
  static void forEachGrounds(Step expression, int type, Consumer<Long> ground) {
    Deque<Step> steps = new ArrayDeque<>(List.of(expression));
    while (!steps.isEmpty()) {
      Step step = steps.remove();
      switch (step.kind()) {
        case STORED -> ground.accept(stored(type, step.name()));
        case SELF -> ground.accept(self(type));
        case NIL -> {
          // nothing makes it true
        }
        case NAME -> ground.accept(goal(type, Symbols.NONE, step.name()));
        case TRAVERSAL, ALL -> ground.accept(goal(type, step.through(), step.name()));
        case UNION -> {
          for (int i = 0; i < step.size(); i++) {
            steps.add(step.operand(i));
          }
        }
        case INTERSECTION, EXCLUSION -> steps.add(step.operand(0));
      }
    }
  }
}
