package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lists the names of a fact that become {@link Symbols}, some of them several times. */
final class SymbolUse {

  private SymbolUse() {}

  /** Counts the different names of facts that have no number. */
  static int added(Symbols symbols, Iterable<Fact> facts) {
    Set<String> added = new HashSet<>();
    for (Fact fact : facts) {
      forEach(
          fact,
          name -> {
            if (symbols.number(name) == Symbols.NONE) {
              added.add(name);
            }
          });
    }
    return added.size();
  }

  private static void forEach(Fact fact, Consumer<String> name) {
    switch (fact) {
      case SubjectFact subject -> name.accept(subject.ref().type());
      case RelationFact relation -> {
        name.accept(relation.subject().ref().type());
        give(relation.subject().relation(), name);
        name.accept(relation.relation());
        name.accept(relation.object().type());
        if (relation.condition() instanceof ConditionUse use) {
          name.accept(use.name());
        }
      }
      case GrantFact grant -> {
        name.accept(grant.subject().type());
        give(grant.application(), name);
        if (grant.scope() != null) {
          name.accept(grant.scope().type());
        }
      }
      case PermissionFact permission -> {
        name.accept(permission.application());
        give(permission.resourceType(), name);
        give(permission.relation(), name);
      }
      case ApplicationFact _, RoleFact _ -> {}
      case ModelFact model -> forEach(model.model(), name);
    }
  }

  private static void forEach(RelationModel model, Consumer<String> name) {
    model
        .types()
        .values()
        .forEach(type -> {
          name.accept(type.name());
          type.permissions().keySet().forEach(name);
          type.relations()
              .forEach((relation, subjects) -> {
                name.accept(relation);
                subjects.forEach(subject -> forEach(subject, name));
              });
        });
  }

  /** An expression names relations and permissions of declared types only. */
  private static void forEach(SubjectType subject, Consumer<String> name) {
    name.accept(subject.type());
    give(subject.relation(), name);
    give(subject.condition(), name);
  }

  private static void give(@Nullable String name, Consumer<String> to) {
    if (name != null) {
      to.accept(name);
    }
  }
}
