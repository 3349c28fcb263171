package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.generator.ChangedConditions;
import io.iamplane.decision.engine.generator.ChangedModels;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
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
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The comparison sees an index that loses one rule of many, and each construct of the relation
 * language that an engine reads wrong.
 */
class PlantedDefectTest {

  /** Many more than are needed; it ends with the first disagreement. */
  private static final int MOST_POLICIES = 4_000;

  private static final List<RelationExpression> NOTHING = List.of();

  private int seen;

  private UnaryOperator<List<Fact>> loseOneIn(int rules) {
    return facts -> facts.stream().filter(fact -> !isRule(fact) || ++seen % rules != 0).toList();
  }

  private static boolean isRule(Fact fact) {
    return fact instanceof GrantFact
        || fact instanceof RelationFact relation && !relation.isMembership();
  }

  @Test
  void lostRuleIsFound() {
    assertFound(loseOneIn(100));
    assertThat(seen).isPositive();
  }

  @Test
  @Tag("ci")
  void ruleThatIsLostOfAThousandIsFound() {
    assertFound(loseOneIn(1_000));
    assertThat(seen).isPositive();
  }

  static Stream<Arguments> misreadings() {
    return Stream.of(
        misread(
            "stored relations that follow from names too are lost",
            each -> each instanceof Stored ? new Union(NOTHING) : each),
        misread(
            "a relation is only what is stored of it",
            each ->
                each instanceof Union(List<RelationExpression> operands)
                        && operands.getFirst() instanceof Stored stored
                    ? stored
                    : each),
        misread(
            "all is at least one",
            each ->
                each instanceof All(String through, String name)
                    ? new Traversal(through, name)
                    : each),
        misread(
            "an exclusion excludes no one",
            each -> each instanceof Exclusion(RelationExpression base, _) ? base : each),
        misread(
            "all of the operands is one of them",
            each ->
                each instanceof Intersection(List<RelationExpression> operands)
                    ? new Union(operands)
                    : each),
        misread(
            "an arrow ends where it should go on",
            each -> each instanceof Traversal(String through, _) ? new Name(through) : each),
        misread("self is no one", each -> each instanceof Self ? new Nil() : each),
        misread("nil is the object itself", each -> each instanceof Nil ? new Self() : each));
  }

  private static Arguments misread(String name, UnaryOperator<RelationExpression> reading) {
    return Arguments.of(name, reading);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misreadings")
  void misreadConstructIsFound(String name, UnaryOperator<RelationExpression> reading) {
    assertFound(new ChangedModels(reading)::of);
  }

  static Stream<Arguments> conditions() {
    return Stream.of(
        conditions("conditions of models are not asked", ChangedConditions::ignored),
        conditions("what a relation stores is not read", ChangedConditions::withoutValues),
        conditions("a demanded condition may be left out", ChangedConditions::notDemanded),
        conditions("a condition may be named where none is", ChangedConditions::welcome));
  }

  private static Arguments conditions(String name, UnaryOperator<List<Fact>> reading) {
    return Arguments.of(name, reading);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conditions")
  void misreadConditionIsFound(String name, UnaryOperator<List<Fact>> reading) {
    assertFound(reading);
  }

  @Test
  void contextThatIsNotReadIsFound() {
    assertFound(
        new DifferentialRun(
            UnaryOperator.identity(),
            request ->
                new DecisionRequest(
                    request.subject(),
                    request.asked(),
                    request.resource(),
                    request.action(),
                    Map.of(),
                    request.currentAal())));
  }

  static Stream<Arguments> confusions() {
    return Stream.of(
        Arguments.of("a userset is its object", "#.*", ""),
        Arguments.of("everyone is some userset", "^\\*$", "u1#member"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("confusions")
  void confusedSubjectIsFound(String name, String pattern, String instead) {
    assertFound(
        new DifferentialRun(
            UnaryOperator.identity(),
            request -> {
              Party asked = request.subject();
              String id = asked.id().replaceAll(pattern, instead);
              return new DecisionRequest(
                  new Party(asked.type(), id, asked.properties()),
                  request.asked(),
                  request.resource(),
                  request.action(),
                  request.context(),
                  request.currentAal());
            }));
  }

  @Test
  void lostContextualRelationIsFound() {
    assertFound(
        DifferentialRun.withRelations(request -> {
          List<RelationFact> own = request.relations();
          return own.size() < 3 ? request : request.with(own.subList(1, own.size()));
        }));
  }

  private static void assertFound(UnaryOperator<List<Fact>> loading) {
    assertFound(new DifferentialRun(loading));
  }

  private static void assertFound(DifferentialRun run) {
    for (long seed = 1; seed <= MOST_POLICIES && run.disagreements.isEmpty(); seed++) {
      run.policyWithoutChanges(seed, 120);
    }
    assertThat(run.disagreements).isNotEmpty();
  }
}
