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
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.SubjectRef;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the bytes of a fact in a snapshot: objects by their kind, texts by their length. Within
 * a factor of two, which is enough for a memory limit.
 */
final class FactWeight {

  static final int EMPTY = 16_384;

  /** The name of an object, its node and its place in the map. */
  static final int NODE = 184;

  private static final int ENTRY = 80;
  private static final int TUPLE = 230;
  private static final int GRANT = 340;
  private static final int CATALOG = 512;
  private static final int MODEL = 2_048;

  /** A relation or permission of a model, as it is read and compiled. */
  private static final int MODEL_NAME = 120;

  /** A kind of subjects of a relation. */
  private static final int MODEL_SUBJECT = 100;

  /** A name or an operator in an expression of a model. */
  private static final int MODEL_STEP = 120;

  private static final int MEMBER = 64;

  /** A condition's closures outweigh its text. */
  private static final int CONDITION_CHARACTER = 16;

  private FactWeight() {}

  static long of(Fact fact) {
    return switch (fact) {
      case SubjectFact subject ->
          ENTRY + id(subject.ref()) + length(subject.externalId()) + value(subject.attributes());
      case RelationFact relation ->
          TUPLE
              + id(relation.subject().ref())
              + id(relation.object())
              + condition(relation.condition());
      case GrantFact grant ->
          GRANT + id(grant.subject()) + scope(grant.scope()) + condition(grant.condition());
      case ApplicationFact _, PermissionFact _ -> CATALOG;
      case RoleFact role ->
          CATALOG
              + (long) MEMBER
                  * (role.permissions().size() + role.patterns().size() + role.includes().size());
      case ModelFact model -> model(model.model());
    };
  }

  /** Counts the names in a fact, each of which may be new. */
  static int names(Fact fact) {
    return switch (fact) {
      case SubjectFact _, RelationFact _, GrantFact _ -> 2;
      case ApplicationFact _, PermissionFact _, RoleFact _, ModelFact _ -> 0;
    };
  }

  private static long model(RelationModel model) {
    long sum = MODEL;
    for (NamedCondition named : model.conditions().values()) {
      sum += condition(named.condition()) + (long) MEMBER * named.parameters().size();
    }
    for (TypeDefinition type : model.types().values()) {
      sum += MODEL_NAME + type.name().length();
      for (var relation : type.relations().entrySet()) {
        sum += MODEL_NAME + relation.getKey().length();
        sum += (long) MODEL_SUBJECT * relation.getValue().size();
      }
      for (var permission : type.permissions().entrySet()) {
        sum += MODEL_NAME + permission.getKey().length() + steps(permission.getValue());
      }
    }
    return sum;
  }

  private static long steps(RelationExpression expression) {
    long sum = MODEL_STEP;
    for (RelationExpression each : expression.parts()) {
      sum += steps(each);
    }
    return sum;
  }

  /** A name is kept by every fact that uses it. */
  private static long id(SubjectRef ref) {
    return (long) ref.type().length() + ref.id().length();
  }

  private static long scope(@Nullable SubjectRef scope) {
    return scope == null || scope.id().equals(Ref.EVERYONE) ? 0 : scope.id().length();
  }

  private static long condition(@Nullable Condition condition) {
    return switch (condition) {
      case null -> 0;
      // Its closures are the model's, which is one for all relations that name it.
      case ConditionUse use -> MEMBER + use.name().length() + value(use.values());
      default -> (long) CONDITION_CHARACTER * condition.canonical().length();
    };
  }

  private static long length(@Nullable String text) {
    return text == null ? 0 : MEMBER + text.length();
  }

  static long value(@Nullable Object value) {
    return switch (value) {
      case null -> 0;
      case String text -> length(text);
      case Map<?, ?> map -> {
        long sum = MEMBER;
        for (Map.Entry<?, ?> member : map.entrySet()) {
          sum += MEMBER + value(member.getKey()) + value(member.getValue());
        }
        yield sum;
      }
      case Iterable<?> list -> {
        long sum = MEMBER;
        for (Object each : list) {
          sum += value(each) + 8;
        }
        yield sum;
      }
      default -> 24;
    };
  }
}
