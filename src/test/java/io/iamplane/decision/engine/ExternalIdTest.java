package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.Aal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The external id that conditions read is the directory's: no request and no stored attribute
 * stands in for it. Each decision is compared with the reference evaluator's.
 */
class ExternalIdTest {

  private static final Map<String, Object> CLAIM = Map.of("external_id", "boss", "level", 9);

  /** Each type of the directory: with an external id, without, with its own id as one. */
  private final List<Fact> entries = new ArrayList<>();

  ExternalIdTest() {
    for (String type : List.of("user", "group", "service_account")) {
      entry(type + ":1", "boss", Map.of());
      entry(type + ":2", null, CLAIM);
      entry(type + ":3", "other", CLAIM);
      entry(type + ":4", "4", Map.of());
    }
    entry("agent:stored", null, Map.of("external_id", "boss"));
    entry("agent:none", null, Map.of());
    entry("doc:stored", null, Map.of("external_id", "boss"));
    entry("doc:none", null, Map.of());
  }

  private void entry(String ref, @Nullable String externalId, Map<String, Object> attributes) {
    entries.add(new SubjectFact(TestPolicy.ref(ref), externalId, true, attributes));
  }

  private static Condition condition(String text) {
    try {
      return Conditions.compile(text, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** Decides a question with a grant of this effect on this condition. */
  private ReasonCode decided(Effect effect, String text, String subject, String resource) {
    TestPolicy policy = new TestPolicy();
    entries.forEach(policy::add);
    String everyone = subject.replaceFirst(":.*", ":*");
    if (effect == Effect.DENY) {
      policy.permit(everyone, "app:read");
    }
    policy.grant(everyone, "app:read", effect, null, condition(text));
    return policy
        .decide(
            new DecisionRequest(
                party(subject),
                new Asked.Permission("app:read", null),
                party(resource),
                CLAIM,
                CLAIM,
                Aal.AAL1))
        .reason();
  }

  private static Party party(String text) {
    return new Party(TestPolicy.ref(text).type(), TestPolicy.ref(text).id(), CLAIM);
  }

  private void assertPermits(boolean permits, String text, String subject, String resource) {
    assertThat(decided(Effect.PERMIT, text, subject, resource))
        .as("%s for %s on %s", text, subject, resource)
        .isEqualTo(permits ? ReasonCode.GRANTED_BY_GRANT : ReasonCode.NO_MATCHING_GRANT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "group", "service_account"})
  void aRequestNeverBringsOrReplacesIt(String type) {
    String isBoss = "subject.external_id == 'boss'";
    assertPermits(true, isBoss, type + ":1", "doc:none");
    assertPermits(true, isBoss, type + ":boss", "doc:none");
    assertPermits(false, isBoss, type + ":2", "doc:none");
    assertPermits(false, isBoss, type + ":3", "doc:none");
    assertPermits(true, "subject.external_id == 'other'", type + ":3", "doc:none");
    assertPermits(true, "subject.level == 9", type + ":1", "doc:none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "group", "service_account"})
  void whoHasNoneHasNone(String type) {
    assertPermits(false, "has(subject.external_id)", type + ":2", "doc:none");
    assertPermits(true, "!has(subject.external_id)", type + ":2", "doc:none");
    assertPermits(true, "has(subject.external_id)", type + ":3", "doc:none");
    assertPermits(false, "subject.external_id == null", type + ":2", "doc:none");
    assertPermits(false, "subject.external_id != 'boss'", type + ":2", "doc:none");
    assertPermits(true, "subject['external_id'] == 'boss'", type + ":1", "doc:none");
  }

  @Test
  void anExternalIdThatIsTheIdIsRead() {
    assertPermits(true, "subject.external_id == subject.id", "user:4", "doc:none");
    assertPermits(true, "resource.external_id == '4'", "user:1", "group:4");
  }

  /** An error denies, so a denial by external id applies to subjects without one. */
  @Test
  void aDenialHoldsForWhoHasNone() {
    String isOther = "subject.external_id == 'other'";
    assertThat(decided(Effect.DENY, isOther, "user:3", "doc:none"))
        .isEqualTo(ReasonCode.EXPLICIT_DENY);
    assertThat(decided(Effect.DENY, isOther, "user:2", "doc:none"))
        .isEqualTo(ReasonCode.EXPLICIT_DENY);
    assertThat(decided(Effect.DENY, isOther, "user:1", "doc:none"))
        .isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @ParameterizedTest
  @CsvSource({
    "user:1, true",
    "user:boss, true",
    "user:2, false",
    "user:3, false",
    "user:unknown, false",
    "group:1, true",
    "group:2, false",
    "group:unknown, false",
    "service_account:1, true",
    "service_account:2, false",
    "service_account:unknown, false",
    "user:*, false",
  })
  void aResourceOfTheDirectoryHasTheDirectorys(String resource, boolean boss) {
    assertPermits(boss, "resource.external_id == 'boss'", "user:4", resource);
    assertThat(decided(Effect.DENY, "resource.external_id == 'boss'", "user:4", resource))
        .isEqualTo(
            resource.equals("user:3") ? ReasonCode.GRANTED_BY_GRANT : ReasonCode.EXPLICIT_DENY);
  }

  /** A document's external id is the application's affair, like any other property. */
  @Test
  void aResourceOfAnotherTypeHasAnyPropertyOfThatName() {
    assertPermits(true, "resource.external_id == 'boss'", "user:2", "doc:stored");
    assertPermits(true, "resource.external_id == 'boss'", "user:2", "doc:none");
    assertPermits(true, "resource.external_id == 'boss'", "user:2", "doc:unknown");
  }

  @Test
  void aSubjectOfAnotherTypeHasWhatIsStoredAndNeverWhatIsClaimed() {
    assertPermits(true, "subject.external_id == 'boss'", "agent:stored", "doc:none");
    assertPermits(false, "subject.external_id == 'boss'", "agent:none", "doc:none");
    assertPermits(true, "!has(subject.external_id)", "agent:none", "doc:none");
    assertPermits(true, "subject.level == 9", "agent:none", "doc:none");
  }

  @Test
  void actionAndContextHaveNoneOfTheirOwn() {
    assertPermits(true, "context.external_id == action.external_id", "user:2", "doc:none");
    assertPermits(false, "has(request.external_id)", "user:1", "doc:none");
  }

  @Test
  void whoLeavesTakesItAlong() {
    PolicySnapshot before = snapshot(entries);
    SubjectFact own = (SubjectFact) entries.get(3);
    SubjectFact other = (SubjectFact) entries.get(2);
    PolicySnapshot after =
        before.apply(8, List.of(new FactChange(own, null), new FactChange(other, null)));

    assertThat(SnapshotEntries.isActive(after, own.ref())).isFalse();
    assertThat(SnapshotEntries.isActive(after, other.ref())).isFalse();
    PolicySnapshot again =
        after.apply(9, List.of(new FactChange(null, own), new FactChange(null, other)));
    assertThat(SnapshotEntries.isActive(again, own.ref())).isTrue();
  }

  private static PolicySnapshot snapshot(List<Fact> facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    return builder.build(7);
  }
}
