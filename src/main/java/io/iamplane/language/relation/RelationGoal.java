package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationSource.Sign;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question of the engine on its way: a subject has a name on an object of a type; or, through a
 * relation, on one of the subjects of that relation.
 *
 * @param through the traversed relation; null: the name is asked on the object itself
 * @param sign the effect of having it on the name of the first question
 */
record RelationGoal(String type, @Nullable String through, String name, Sign sign) {

  /**
   * The dependencies of a goal.
   *
   * @param hops along relations
   * @param same other names on the same object
   * @param self the effects of the object having it itself
   */
  record Rests(List<Hop> hops, List<RelationGoal> same, Set<Sign> self) {}

  /**
   * A step along one kind of relation.
   *
   * @param subject null for the members of the directory's groups
   * @param next the goal for the subject; null if the subject has the name by the relation
   */
  record Hop(RelationSource source, @Nullable SubjectType subject, @Nullable RelationGoal next) {}

  Rests rests(RelationModel model) {
    List<Hop> hops = new ArrayList<>();
    List<RelationGoal> same = new ArrayList<>();
    Set<Sign> self = EnumSet.noneOf(Sign.class);
    TypeDefinition type = model.type(type());
    if (isMembership(type(), through == null ? name : through)) {
      addMembers(hops);
    } else if (type != null) {
      String relation = through == null ? name : through;
      RelationExpression expression = type.permissions().get(relation);
      if (expression == null) {
        addAll(hops, type.relations().getOrDefault(relation, List.of()), relation);
      } else if (through == null) {
        addAll(new Rests(hops, same, self), type, expression, sign);
      }
    }
    return new Rests(hops, same, self);
  }

  /** Adds members of any type, and of nested groups: the directory ignores the model. */
  private void addMembers(List<Hop> hops) {
    RelationSource members = RelationSource.ofMembers(sign);
    if (through == null) {
      hops.add(new Hop(members, null, null));
    } else {
      for (Map.Entry<String, TypeDefinition> type : DirectoryTypes.UNDECLARED.entrySet()) {
        boolean group = type.getKey().equals(DirectoryTypes.GROUP);
        hops.add(new Hop(members, null, group ? this : on(type.getKey(), name)));
      }
    }
  }

  private void addAll(List<Hop> hops, List<SubjectType> subjects, String relation) {
    subjects.forEach(subject -> add(hops, subject, relation));
  }

  private void add(List<Hop> hops, SubjectType subject, String relation) {
    RelationSource source = new RelationSource(type, relation, sign);
    String further = subject.relation();
    if (further == null && through == null) {
      hops.add(new Hop(source, subject, null));
    } else if (further == null && !subject.wildcard()) {
      hops.add(new Hop(source, subject, on(subject.type(), name)));
    } else if (further != null && through == null && isMembership(subject.type(), further)) {
      hops.add(new Hop(source, subject, null));
    } else if (further != null) {
      hops.add(
          new Hop(
              source,
              subject,
              through == null
                  ? on(subject.type(), further)
                  : new RelationGoal(subject.type(), further, name, sign)));
    }
  }

  private void addAll(Rests rests, TypeDefinition of, RelationExpression expression, Sign as) {
    switch (expression) {
      case Stored stored ->
          new RelationGoal(type, null, name, as)
              .addAll(rests.hops(), stored.subjects(), stored.relation());
      case Self _ -> rests.self().add(as);
      case Nil _ -> {
        // rests on nothing
      }
      case Name other -> rests.same().add(new RelationGoal(type, null, other.name(), as));
      case Traversal arrow ->
          rests.same().add(new RelationGoal(type, arrow.through(), arrow.name(), as));
      case All all -> {
        rests.same().add(new RelationGoal(type, all.through(), all.name(), as));
        addLimits(rests.hops(), of, all, as);
      }
      case Union union -> union.operands().forEach(each -> addAll(rests, of, each, as));
      case Intersection both -> both.operands().forEach(each -> addAll(rests, of, each, as));
      case Exclusion without -> {
        addAll(rests, of, without.base(), as);
        addAll(rests, of, without.excluded(), as.opposite());
      }
    }
  }

  /**
   * Adds the subjects of {@code all}: one more takes the name from subjects without the name on it;
   * one less gives it back.
   */
  private void addLimits(List<Hop> hops, TypeDefinition of, All all, Sign as) {
    RelationSource source = new RelationSource(type, all.through(), as.opposite());
    for (SubjectType subject : of.relations().getOrDefault(all.through(), List.of())) {
      hops.add(new Hop(source, subject, new RelationGoal(subject.type(), null, all.name(), as)));
    }
  }

  private RelationGoal on(String subject, String asked) {
    return new RelationGoal(subject, null, asked, sign);
  }

  private static boolean isMembership(String type, String relation) {
    return type.equals(DirectoryTypes.GROUP) && relation.equals(DirectoryTypes.MEMBER);
  }
}
