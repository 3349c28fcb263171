package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A relation that bears on what a name of a model says.
 *
 * @param type of the relation's object
 * @param sign what the relation does to who has the name
 */
public record RelationSource(String type, String relation, Sign sign) {

  /** What a relation does where it comes; where it goes, the opposite. */
  public enum Sign {
    GIVES,
    /** It is excluded. */
    TAKES;

    Sign opposite() {
      return this == GIVES ? TAKES : GIVES;
    }
  }

  /**
   * All that bear on a name, whatever relations there are: directly, through other names or through
   * other objects. Goes from name to name without recursion.
   *
   * @param name a relation or a permission of the type
   */
  public static Set<RelationSource> of(RelationModel model, String type, String name) {
    return new Search(model).from(new Met(type, name, Sign.GIVES));
  }

  /** Being a member of a group of the directory. */
  public static RelationSource ofMembers(Sign sign) {
    return new RelationSource(DirectoryTypes.GROUP, DirectoryTypes.MEMBER, sign);
  }

  /** A name of a type on the way. */
  private record Met(String type, String name, Sign sign) {}

  /** Meets each name of each type once for each sign. */
  private static final class Search {

    private final RelationModel model;
    private final Set<RelationSource> sources = new LinkedHashSet<>();
    private final Set<Met> seen = new HashSet<>();
    private final Deque<Met> left = new ArrayDeque<>();

    Search(RelationModel model) {
      this.model = model;
    }

    Set<RelationSource> from(Met start) {
      meet(start);
      while (!left.isEmpty()) {
        Met met = left.pop();
        TypeDefinition type = type(met.type());
        List<SubjectType> subjects = type == null ? null : type.relations().get(met.name());
        if (subjects != null) {
          sources.add(new RelationSource(met.type(), met.name(), met.sign()));
          subjects.forEach(subject -> meetUserset(subject, met.sign()));
        } else if (type != null && type.permissions().containsKey(met.name())) {
          meetAll(type, type.permissions().get(met.name()), met.sign());
        }
      }
      return sources;
    }

    /** The directory's types are there in every model. */
    private @Nullable TypeDefinition type(String name) {
      TypeDefinition declared = model.type(name);
      return declared == null ? DirectoryTypes.UNDECLARED.get(name) : declared;
    }

    private void meet(Met met) {
      if (seen.add(met)) {
        left.push(met);
      }
    }

    private void meetUserset(SubjectType subject, Sign sign) {
      String relation = subject.relation();
      if (relation != null) {
        meet(new Met(subject.type(), relation, sign));
      }
      if (isMembers(subject)) {
        // The directory's, whatever the model declares.
        sources.add(ofMembers(sign));
      }
    }

    private void meetAll(TypeDefinition type, RelationExpression expression, Sign sign) {
      switch (expression) {
        case Name name -> meet(new Met(type.name(), name.name(), sign));
        case Traversal traversal -> meetTargets(type, traversal, sign);
        case Union union -> union.operands().forEach(each -> meetAll(type, each, sign));
        case Intersection both -> both.operands().forEach(each -> meetAll(type, each, sign));
        case Exclusion without -> {
          meetAll(type, without.base(), sign);
          meetAll(type, without.excluded(), sign.opposite());
        }
      }
    }

    /** Those who have the relation are asked for the name, those in its usersets as well. */
    private void meetTargets(TypeDefinition type, Traversal traversal, Sign sign) {
      meet(new Met(type.name(), traversal.through(), sign));
      List<SubjectType> subjects = type.relations().getOrDefault(traversal.through(), List.of());
      Set<String> targets = new HashSet<>(new Traversals(model, subjects).types());
      if (subjects.stream().anyMatch(subject -> subject.relation() != null)) {
        targets.addAll(DirectoryTypes.UNDECLARED.keySet());
      }
      targets.forEach(target -> meet(new Met(target, traversal.name(), sign)));
    }

    private static boolean isMembers(SubjectType subject) {
      return subject.type().equals(DirectoryTypes.GROUP)
          && DirectoryTypes.MEMBER.equals(subject.relation());
    }
  }
}
