package io.iamplane.decision.engine.generator;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.fact.SubjectFact;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One type with permissions that depend on each other, over a handful of objects that do: cycles
 * within cycles, through exclusions and without.
 */
public final class RelationTangle {

  public static final int OBJECTS = 4;
  public static final List<String> PERMISSIONS = List.of("p0", "p1", "p2", "p3");
  public static final SubjectRef USER = new SubjectRef("user", "u");

  private static final List<SubjectType> SUBJECTS =
      List.of(
          SubjectType.of("user"),
          SubjectType.of("doc"),
          SubjectType.userset("doc", "p0"),
          SubjectType.userset("doc", "p1"),
          SubjectType.userset("doc", "near"),
          SubjectType.userset("doc", "far"));

  private final Dice dice;
  private final boolean exclusions;

  public RelationTangle(Dice dice) {
    this.dice = dice;
    this.exclusions = !dice.once(4);
  }

  public static SubjectRef object(int number) {
    return new SubjectRef("doc", "d" + number);
  }

  public List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new ApplicationFact("a", true));
    facts.add(new SubjectFact(USER, null, true, Map.of()));
    facts.add(new ModelFact("a", new RelationModel(Map.of("doc", type()))));
    int tuples = 4 + dice.roll(12);
    for (int i = 0; i < tuples; i++) {
      facts.add(
          new RelationFact(
              "t" + i,
              subject(),
              dice.of("near", "far"),
              object(dice.roll(OBJECTS)),
              dice.once(25) ? StubCondition.ERROR : null,
              null,
              null));
    }
    return facts;
  }

  private Subject subject() {
    return switch (dice.roll(8)) {
      case 0, 1 -> Subject.of(USER);
      case 2 -> new Subject(object(dice.roll(OBJECTS)), dice.of("p0", "p1", "near", "far"));
      default -> Subject.of(object(dice.roll(OBJECTS)));
    };
  }

  private TypeDefinition type() {
    Map<String, RelationExpression> permissions = new HashMap<>();
    for (String permission : PERMISSIONS) {
      permissions.put(permission, expression(3));
    }
    if (dice.once(2)) {
      RelationExpression stored = new Stored("far", SUBJECTS);
      RelationExpression other = expression(2);
      permissions.put(
          "far",
          dice.once(2)
              ? new Union(List.of(stored, other))
              : exclusions
                  ? new Exclusion(stored, other)
                  : new Intersection(List.of(other, stored)));
    }
    return new TypeDefinition("doc", Map.of("near", SUBJECTS, "far", SUBJECTS), permissions);
  }

  private RelationExpression expression(int depth) {
    int kind = dice.roll(depth == 0 ? 4 : 10);
    return switch (kind) {
      case 0 ->
          dice.once(6) ? dice.once(2) ? new Nil() : new Self() : new Name(dice.of("near", "far"));
      case 1 -> new Name(dice.of(PERMISSIONS));
      case 2 ->
          dice.once(2)
              ? new All(dice.of("near", "far"), dice.of(PERMISSIONS))
              : new Traversal(dice.of("near", "far"), dice.of(PERMISSIONS));
      case 3 -> new Traversal(dice.of("near", "far"), dice.of("p0", "p1", "p2", "p3", "near"));
      case 4, 5, 6 -> new Union(List.of(expression(depth - 1), expression(depth - 1)));
      case 7 -> new Intersection(List.of(expression(depth - 1), expression(depth - 1)));
      default ->
          exclusions
              ? new Exclusion(expression(depth - 1), expression(depth - 1))
              : new Union(List.of(expression(depth - 1), expression(depth - 1)));
    };
  }
}
