package io.iamplane.escalation;

import io.iamplane.grant.relation.RelationKind;
import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The kinds of relations that a name of a model may rest on, whatever relations there are. Goes by
 * the names in the expressions alone: an arrow leads to its name on any type that has one. So there
 * may be kinds too many, never too few.
 */
final class RelationUses {

  private static final String MEMBER = "member";

  private final RelationModel model;
  private final boolean ofGroup;
  private final Map<RelationKind, Set<Use>> uses = new HashMap<>();
  private final Set<Use> members = new HashSet<>();
  private final Set<Goal> seen = new HashSet<>();
  private final Deque<Goal> left = new ArrayDeque<>();
  private boolean self;
  private boolean open;

  /**
   * A way in which a relation bears on a name.
   *
   * @param takes true if it takes the name from someone, so that its removal gives it back
   * @param direct true if the one who gains or loses is the relation's own subject, false if the
   *     subject is a step on the way to others
   */
  record Use(boolean takes, boolean direct) {}

  /** The places of a name: on the asked object, on one that relations lead to, or on the way. */
  private enum Place {
    OBJECT,
    BEYOND,
    THROUGH
  }

  /**
   * A name to follow.
   *
   * @param turned true if it takes where the relation that leads to the object gives, or reversed
   */
  private record Goal(String type, String name, Place place, boolean takes, boolean turned) {

    Goal(String type, String name, Place place, boolean takes) {
      this(type, name, place, takes, false);
    }

    Goal at(String relation, Place on) {
      return new Goal(type, relation, on, takes, turned);
    }

    Goal excluded() {
      return new Goal(type, name, place, !takes, !turned);
    }
  }

  /** The number of names that all questions of one change may follow. */
  static final class Budget {
    private int left;

    Budget(int most) {
      this.left = most;
    }
  }

  /**
   * Finds the kinds for a relation or permission of a type. Beyond the budget, every relation of
   * the model counts in every way.
   */
  RelationUses(RelationModel model, String type, String name, Budget budget) {
    this.model = model;
    this.ofGroup = type.equals(SubjectRef.GROUP);
    add(new Goal(type, name, Place.OBJECT, false));
    while (!left.isEmpty() && --budget.left >= 0) {
      follow(left.remove());
    }
    if (!left.isEmpty()) {
      addEverything();
    }
  }

  private void addEverything() {
    self = true;
    model
        .types()
        .forEach((type, definition) ->
            definition
                .relations()
                .keySet()
                .forEach(relation -> {
                  for (Place place : Place.values()) {
                    use(relation, new Goal(type, relation, place, false));
                    use(relation, new Goal(type, relation, place, true));
                  }
                }));
    members.add(new Use(false, true));
    members.add(new Use(true, true));
  }

  /** The kinds of relations, the membership of groups aside. */
  Set<RelationKind> kinds() {
    return uses.keySet();
  }

  /** The ways in which relations of some kinds bear on the name. */
  Set<Use> of(Collection<RelationKind> kinds) {
    Set<Use> all = new HashSet<>();
    for (RelationKind kind : kinds) {
      all.addAll(uses.getOrDefault(kind, Set.of()));
    }
    return all;
  }

  /** The ways in which membership of a group bears on the name, its relations aside. */
  Set<Use> ofMembers() {
    return members;
  }

  /** Returns true if a subject may have the name on itself without a relation. */
  boolean isOfItself() {
    return self;
  }

  private void add(Goal goal) {
    if (seen.add(goal)) {
      left.add(goal);
    }
  }

  private void follow(Goal goal) {
    if (goal.type().equals(SubjectRef.GROUP) && goal.name().equals(MEMBER)) {
      if (goal.place() == Place.BEYOND) {
        open();
      }
      // Of groups that relations lead to, those relations count, unless they do the opposite.
      if (ofGroup || goal.turned()) {
        members.add(new Use(goal.takes(), open || goal.place() != Place.THROUGH));
      }
      return;
    }
    TypeDefinition type = model.type(goal.type());
    RelationExpression expression = type == null ? null : type.permissions().get(goal.name());
    List<SubjectType> subjects = type == null ? null : type.relations().get(goal.name());
    if (expression != null) {
      follow(expression, goal);
    }
    if (subjects != null) {
      addStored(subjects, goal.name(), goal);
    }
  }

  private void follow(RelationExpression expression, Goal goal) {
    switch (expression) {
      case Stored stored -> addStored(stored.subjects(), stored.relation(), goal);
      case Self _ -> {
        self |= goal.place() == Place.OBJECT;
        if (goal.place() != Place.OBJECT) {
          open();
        }
      }
      case Nil _ -> {
        // rests on nothing
      }
      case Name other -> add(goal.at(other.name(), goal.place()));
      case Traversal arrow -> {
        add(goal.at(arrow.through(), Place.THROUGH));
        beyond(arrow.name(), goal.takes());
      }
      case All all -> {
        // One more subject may lack the name, one less may have been the last to lack it.
        add(goal.at(all.through(), Place.THROUGH));
        add(goal.at(all.through(), Place.THROUGH).excluded());
        beyond(all.name(), goal.takes());
      }
      case Union union -> union.operands().forEach(each -> follow(each, goal));
      case Intersection both -> both.operands().forEach(each -> follow(each, goal));
      case Exclusion without -> {
        follow(without.base(), goal);
        follow(without.excluded(), goal.excluded());
      }
    }
  }

  private void beyond(String name, boolean takes) {
    if (name.equals(MEMBER)) {
      // The engine reads memberships whatever a model says of groups.
      add(new Goal(SubjectRef.GROUP, MEMBER, Place.BEYOND, takes));
    }
    Set<String> types = new HashSet<>(model.types().keySet());
    types.addAll(RelationModel.builtInTypes());
    for (String each : types) {
      TypeDefinition type = model.type(each);
      if (type != null && type.declares(name)) {
        add(new Goal(each, name, Place.BEYOND, takes));
      }
    }
  }

  private void addStored(List<SubjectType> subjects, String relation, Goal goal) {
    use(relation, goal);
    Place place = goal.place() == Place.THROUGH ? Place.THROUGH : Place.BEYOND;
    for (SubjectType subject : subjects) {
      String further = subject.relation();
      boolean members = subject.type().equals(SubjectRef.GROUP) && MEMBER.equals(further);
      // A group's members have what its relations give; see the group's own kinds.
      if (further != null && !members) {
        add(new Goal(subject.type(), further, place, goal.takes()));
      }
    }
  }

  private void use(String relation, Goal goal) {
    boolean direct = open || goal.place() != Place.THROUGH;
    uses.computeIfAbsent(new RelationKind(goal.type(), relation), _ -> new HashSet<>())
        .add(new Use(goal.takes(), direct));
  }

  /** Lets the subject of a relation gain that an arrow goes through: it has the name on itself. */
  private void open() {
    if (!open) {
      open = true;
      uses.values().forEach(RelationUses::widen);
      widen(members);
    }
  }

  private static void widen(Set<Use> uses) {
    List.copyOf(uses).forEach(use -> uses.add(new Use(use.takes(), true)));
  }
}
