package io.iamplane.decision.engine.generator;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Models that no checker has seen: names may be missing, and permissions may exclude themselves.
 * The engine has to give a sound answer for those too.
 */
final class ModelGenerator {

  private final Dice dice;
  private final Names names;

  ModelGenerator(Dice dice) {
    this.dice = dice;
    this.names = new Names(dice);
  }

  RelationModel model() {
    Map<String, TypeDefinition> types = new HashMap<>();
    for (String type : List.of("doc", "folder", "team", "user", "group")) {
      if (!dice.once(30)) {
        types.put(type, type(type));
      }
    }
    return new RelationModel(types, ModelConditions.ALL);
  }

  private TypeDefinition type(String name) {
    Map<String, List<SubjectType>> relations = new HashMap<>();
    for (String relation : List.of("viewer", "parent", "member")) {
      if (!dice.once(16)) {
        relations.put(relation, subjectTypes(relation));
      }
    }
    Map<String, RelationExpression> permissions = new HashMap<>();
    for (String permission : List.of("read", "write", "own")) {
      if (!dice.once(16)) {
        permissions.put(permission, expression(3));
      }
    }
    for (String relation : List.of("viewer", "member")) {
      if (relations.containsKey(relation) && dice.once(3)) {
        permissions.put(relation, mixed(new Stored(relation, relations.get(relation))));
      }
    }
    return new TypeDefinition(name, relations, permissions);
  }

  private List<SubjectType> subjectTypes(String relation) {
    List<SubjectType> types = new ArrayList<>();
    if (relation.equals("parent")) {
      types.add(SubjectType.of("folder"));
      types.add(SubjectType.of("doc"));
    } else {
      types.add(SubjectType.of("user"));
    }
    for (int i = dice.roll(4); i > 0; i--) {
      types.add(subjectType());
    }
    for (int i = dice.roll(3); i > 0; i--) {
      SubjectType plain = dice.of(types);
      if (dice.once(2)) {
        types.remove(plain);
      }
      types.add(plain.with(dice.of(ModelConditions.NAMES)));
    }
    return types;
  }

  private SubjectType subjectType() {
    return switch (dice.roll(8)) {
      case 0 -> SubjectType.everyone(dice.of("user", "doc"));
      case 1 -> SubjectType.userset("group", "member");
      case 2 -> SubjectType.userset("team", dice.of("member", "read"));
      case 3 -> SubjectType.userset(dice.of("doc", "folder"), names.name());
      case 4, 5 -> SubjectType.of("user");
      default -> SubjectType.of(names.type());
    };
  }

  /** Combines a stored relation with names that extend or limit it. */
  private RelationExpression mixed(Stored stored) {
    RelationExpression other = expression(1);
    return switch (dice.roll(7)) {
      case 0 -> new Intersection(List.of(stored, other));
      case 1 -> new Intersection(List.of(other, stored));
      case 2 -> new Exclusion(stored, other);
      case 3 -> new Exclusion(other, stored);
      case 4 -> new Union(List.of(other, stored));
      default -> new Union(List.of(stored, other, expression(1)));
    };
  }

  private RelationExpression expression(int depth) {
    if (dice.once(12)) {
      return dice.once(3) ? new Nil() : new Self();
    }
    if (depth == 0 || dice.once(4)) {
      return dice.once(3) ? new Traversal(names.relation(), names.name()) : new Name(names.name());
    }
    return switch (dice.roll(5)) {
      case 0, 1 -> new Union(operands(depth));
      case 2 -> new Intersection(operands(depth));
      case 3 -> new Exclusion(expression(depth - 1), expression(depth - 1));
      default ->
          dice.once(3)
              ? new All(names.relation(), names.name())
              : new Traversal(names.relation(), names.name());
    };
  }

  private List<RelationExpression> operands(int depth) {
    List<RelationExpression> operands = new ArrayList<>();
    for (int i = dice.roll(2); i >= -1; i--) {
      operands.add(expression(depth - 1));
    }
    return operands;
  }
}
