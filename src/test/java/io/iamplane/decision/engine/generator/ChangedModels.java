package io.iamplane.decision.engine.generator;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
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
import io.iamplane.language.relation.TypeDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Policies with changed models: each expression, from the outside. */
public final class ChangedModels {

  private final UnaryOperator<RelationExpression> change;

  public ChangedModels(UnaryOperator<RelationExpression> change) {
    this.change = change;
  }

  public List<Fact> of(List<Fact> facts) {
    return facts.stream().map(this::of).toList();
  }

  private Fact of(Fact fact) {
    return fact instanceof ModelFact(String application, RelationModel model)
        ? new ModelFact(application, of(model))
        : fact;
  }

  private RelationModel of(RelationModel model) {
    Map<String, TypeDefinition> types = new HashMap<>();
    model
        .types()
        .forEach((name, type) -> {
          Map<String, RelationExpression> permissions = new HashMap<>(type.permissions());
          permissions.replaceAll((_, expression) -> of(expression));
          types.put(name, new TypeDefinition(name, type.relations(), permissions));
        });
    return new RelationModel(types, model.conditions());
  }

  private RelationExpression of(RelationExpression expression) {
    return switch (change.apply(expression)) {
      case Union(List<RelationExpression> operands) -> new Union(all(operands));
      case Intersection(List<RelationExpression> operands) -> new Intersection(all(operands));
      case Exclusion(RelationExpression base, RelationExpression without) ->
          new Exclusion(of(base), of(without));
      case Stored stored -> stored;
      case Self self -> self;
      case Nil nil -> nil;
      case Name name -> name;
      case Traversal traversal -> traversal;
      case All all -> all;
    };
  }

  private List<RelationExpression> all(List<RelationExpression> operands) {
    return operands.stream().map(this::of).toList();
  }
}
