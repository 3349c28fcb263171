package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The exact list of types that each large feature exports. Java has no visibility between package
 * and public; a type that is public only for another package of its own feature is not listed.
 */
class ExportedTypesTest {

  @Test
  void theEngineShowsItsQuestionsAnswersFactsAndRights() {
    assertThat(exported("decision.engine"))
        .containsExactly(
            "ApplicationFact",
            "Asked",
            "AskedName",
            "AttributeChange",
            "CatalogPermission",
            "ConditionUse",
            "Decision",
            "DecisionRequest",
            "Explanation",
            "Fact",
            "FactChange",
            "GrantFact",
            "HeldPermissions",
            "Match",
            "ModelFact",
            "PermissionFact",
            "PolicyEngine",
            "PolicyGrowth",
            "PolicySnapshot",
            "Powers",
            "ReasonCode",
            "RelationFact",
            "ReverseLookup",
            "Right",
            "RightsReader",
            "RoleFact",
            "SnapshotBuilder",
            "SubjectFact",
            "WorkBudget");
  }

  @Test
  void theConditionLanguageShowsConditionsAndTheirSchema() {
    assertThat(exported("language.condition"))
        .containsExactly(
            "AttributeRef",
            "AttributeSchema",
            "Attributes",
            "Condition",
            "ConditionSyntaxException",
            "Conditions",
            "NamedCondition",
            "Root",
            "StepMeter",
            "Type");
  }

  @Test
  void webhooksShowWhatCommandsNeed() {
    assertThat(exported("webhook"))
        .containsExactly(
            "LocalReceiver",
            "OutboundRequests",
            "Partitions",
            "QueueFigures",
            "QueueService",
            "Reaction",
            "Received",
            "WebhookSecret",
            "WebhookSignature");
  }

  private static List<String> exported(String feature) {
    String own = Rule.BASE + "." + feature;
    TreeSet<String> found = new TreeSet<>();
    for (JavaClass type : Rule.Application.CLASSES) {
      if (!isIn(type, own)) {
        used(type)
            .filter(target -> isIn(target, own))
            .map(ExportedTypesTest::top)
            .forEach(found::add);
      }
    }
    return List.copyOf(found);
  }

  private static Stream<JavaClass> used(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(dependency -> dependency.getTargetClass().getBaseComponentType());
  }

  private static String top(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer.getSimpleName();
  }

  private static boolean isIn(JavaClass type, String parent) {
    String name = type.getPackageName();
    return name.equals(parent) || name.startsWith(parent + ".");
  }
}
