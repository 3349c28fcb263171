package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.iamplane.architecture.fixtures.Unregistered;
import io.iamplane.change.Effect;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Records that JSON writes or reads must be registered for reflection, or a native image shows them
 * empty: records named as wire records, records in the signatures of operations with all their
 * members, and the images that a change records.
 */
class WireRecordsTest {

  /** Named or placed like wire records, but JSON never meets them; each with the reason. */
  private static final Map<String, String> NEVER_JSON =
      Map.ofEntries(
          Map.entry("io.iamplane.shared.PageRequest", "made from query parameters"),
          Map.entry(
              "io.iamplane.change.PolicyChangeListener$PolicyChange",
              "holds records, or the JSON of others"),
          Map.entry("io.iamplane.shared.wire.ListRequest", "made from query parameters"),
          Map.entry(
              "io.iamplane.catalog.manifest.ManifestService$Submitted",
              "a result in memory; the image is ManifestVersion"),
          Map.entry("io.iamplane.oauth.TokenRequest", "made from a form"),
          Map.entry("io.iamplane.oauth.ExchangeRequest", "made from a form"),
          Map.entry("io.iamplane.signin.RefreshToken", "two secrets, in memory"),
          Map.entry("io.iamplane.signin.RefreshFamily", "a row; the image is ReusedFamily"),
          Map.entry("io.iamplane.signin.AuthorizationRequest", "made from a query"),
          Map.entry("io.iamplane.signin.AuthorizationCode", "a row; the image is SignInRefusal"),
          Map.entry("io.iamplane.signin.SignInProof", "in memory; the image is NewSession"),
          Map.entry("io.iamplane.signin.SignInSession", "in memory; the image is SessionView"),
          Map.entry("io.iamplane.signin.SignIns$Person", "in memory; the image is NewSession"),
          Map.entry(
              "io.iamplane.signin.passkey.NewPasskey", "a response; the image is EnrolledPasskey"),
          Map.entry("io.iamplane.signin.passkey.Challenges$Challenge", "sealed, as bytes"),
          Map.entry("io.iamplane.signin.passkey.Enrolments$Invited", "rows in memory"),
          Map.entry(
              "io.iamplane.signin.passkey.Invitations$Invitation",
              "holds the secret; the image is SentInvitation"),
          Map.entry("io.iamplane.directory.client.NewClient", "asked for; the image is Client"),
          Map.entry(
              "io.iamplane.directory.client.IssuedClient", "holds the secret; the image is Client"),
          Map.entry("io.iamplane.directory.client.SecretHash", "is stored; the image is Client"),
          Map.entry(
              "io.iamplane.directory.organization.OrganizationService$Made",
              "a result in memory; the image is Organization, the view OrganizationView"),
          Map.entry("io.iamplane.key.KeyPlan", "a plan in memory; the image is SigningKey"),
          Map.entry("io.iamplane.grant.NewGrant", "asked for; the image is Grant"),
          Map.entry("io.iamplane.grant.GrantFactsQuery$GrantFacts", "facts in memory"),
          Map.entry("io.iamplane.grant.relation.Relation$Key", "a key in memory"),
          Map.entry(
              "io.iamplane.grant.relation.RelationFactsQuery$RelationFacts", "facts in memory"),
          Map.entry("io.iamplane.grant.relation.RelationService$Written", "counts in memory"),
          Map.entry(
              "io.iamplane.governance.leastprivilege.RecommendationWriting$Step",
              "rows between two steps; the image is Recommendation"),
          Map.entry(
              "io.iamplane.governance.leastprivilege.RecommendationWriting$Written",
              "counts in memory"),
          Map.entry("io.iamplane.change.Effect", "in memory; what it shows are its images"),
          Map.entry("io.iamplane.change.TenantChanges$Unsealed", "a change in memory"),
          Map.entry("io.iamplane.change.TraceMaker$Place", "where an effect stands, in memory"),
          Map.entry("io.iamplane.decision.PolicyView", "a policy in memory"),
          Map.entry("io.iamplane.signin.federation.FederatedIdentityStore$Identity", "a row"),
          Map.entry("io.iamplane.signin.federation.FederatedPeople$Found", "a result in memory"),
          Map.entry(
              "io.iamplane.signin.federation.IdentityProviders$Step",
              "a result in memory; the view is IdentityProviderView"),
          Map.entry("io.iamplane.webhook.delivery.DeadLetterFilter", "a filter in memory"),
          Map.entry("io.iamplane.webhook.delivery.Delivery", "a row; the view is DeliveryView"),
          Map.entry("io.iamplane.webhook.delivery.DeliveryId", "an id in memory"),
          Map.entry("io.iamplane.webhook.delivery.DeliveryService$Found", "rows between two steps"),
          Map.entry("io.iamplane.webhook.delivery.DeliveryStore$FinishedRow", "a row"),
          Map.entry("io.iamplane.webhook.send.WebhookRequest", "asked of the sender"),
          Map.entry(
              "io.iamplane.webhook.subscription.IssuedWebhook",
              "holds the secret; the view is WebhookView"),
          Map.entry("io.iamplane.governance.simulation.draft.PolicyDraft", "policies in memory"),
          Map.entry(
              "io.iamplane.governance.simulation.probe.AskedProbe",
              "the body is ProbeQuestionBody"),
          Map.entry(
              "io.iamplane.decision.engine.question.DecisionRequest", "the engine's own question"));

  @Test
  void everyWireRecordIsRegistered() {
    assertThat(unregistered(Rule.Application.CLASSES)).isEmpty();
  }

  @Test
  void unregisteredRecordsAreReported() {
    JavaClasses fixtures =
        new ClassFileImporter()
            .importClasses(
                Unregistered.class,
                Unregistered.ThingView.class,
                Unregistered.Answer.class,
                Unregistered.Part.class,
                Unregistered.Image.class,
                Unregistered.ThingRow.class);

    assertThat(unregistered(fixtures))
        .containsExactly(
            Unregistered.Answer.class.getName(),
            Unregistered.Image.class.getName(),
            Unregistered.Part.class.getName(),
            Unregistered.ThingView.class.getName());
  }

  private static List<String> unregistered(JavaClasses classes) {
    Set<JavaClass> wire = new LinkedHashSet<>();
    for (JavaClass type : classes) {
      if (type.isRecord() && isNamedAsWire(type)) {
        reach(type, wire);
      }
      type.getMethods().stream()
          .filter(method -> method.isMetaAnnotatedWith("jakarta.ws.rs.HttpMethod"))
          .flatMap(WireRecordsTest::signature)
          .forEach(each -> reach(each, wire));
      type.getCodeUnits().stream()
          .flatMap(WireRecordsTest::images)
          .forEach(each -> reach(each, wire));
    }
    return wire.stream()
        .filter(type -> !type.isAnnotatedWith(RegisterForReflection.class))
        .map(JavaClass::getName)
        .sorted()
        .toList();
  }

  private static boolean isNamedAsWire(JavaClass type) {
    return type.getSimpleName().matches(".+(View|Request|Response)");
  }

  private static Stream<JavaClass> signature(JavaMethod method) {
    return Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream())
        .map(JavaType::getAllInvolvedRawTypes)
        .flatMap(Set::stream);
  }

  /**
   * Records that a method may pass to {@link Effect}. An effect takes any object, so this looks at
   * the method's parameters and at the results of its calls. Rows are read by stores and never
   * recorded.
   */
  private static Stream<JavaClass> images(JavaCodeUnit unit) {
    boolean records =
        !unit.getOwner().isEquivalentTo(Effect.class)
            && unit.getCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Effect.class));
    if (!records) {
      return Stream.empty();
    }
    Stream<JavaClass> made =
        unit.getConstructorCallsFromSelf().stream().map(call -> call.getTargetOwner());
    Stream<JavaClass> got =
        unit.getMethodCallsFromSelf().stream().map(call -> call.getTarget().getRawReturnType());
    return Stream.of(unit.getRawParameterTypes().stream(), made, got)
        .flatMap(each -> each)
        .filter(type -> type.getPackageName().equals(unit.getOwner().getPackageName()))
        .filter(type -> type.isRecord() && !type.getSimpleName().endsWith("Row"));
  }

  /** Adds a record and the records that it holds, through collections and other records. */
  private static void reach(JavaClass from, Set<JavaClass> reached) {
    Deque<JavaClass> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      JavaClass type = open.remove();
      boolean ours =
          type.isRecord()
              && type.getPackageName().startsWith(Rule.BASE)
              && !NEVER_JSON.containsKey(type.getName());
      if (ours && reached.add(type)) {
        type.getFields().stream()
            .flatMap(field -> field.getType().getAllInvolvedRawTypes().stream())
            .forEach(open::add);
      }
    }
  }
}
