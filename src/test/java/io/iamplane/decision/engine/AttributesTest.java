package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.condition.Root;
import io.iamplane.shared.Aal;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attributes that conditions read, and attributes that a caller cannot inject. */
class AttributesTest {

  private TestPolicy policy = new TestPolicy();

  @BeforeEach
  void stored() {
    policy =
        new TestPolicy()
            .add(new SubjectFact(TestPolicy.ref("user:7"), "ann", true, Map.of("level", 1)))
            .add(new SubjectFact(TestPolicy.ref("doc:1"), null, true, Map.of("owner", "ann")))
            .bound("app:go", "doc", "go", "x", Aal.AAL1);
  }

  private ReasonCode when(Root root, String field, Object value, DecisionRequest request) {
    policy.grant(
        "user:7", "app:go", Effect.PERMIT, null, new StubCondition.Equal(root, field, value));
    ReasonCode reason = policy.decide(request).reason();
    policy.facts().removeLast();
    return reason;
  }

  private static DecisionRequest request(
      Map<String, Object> subject, Map<String, Object> resource, Map<String, Object> action) {
    return new DecisionRequest(
        new Party("user", "ann", subject),
        new Asked.Permission("app:go", null),
        new Party("doc", "1", resource),
        action,
        Map.of("ip", "10.0.0.1"),
        Aal.AAL2);
  }

  private void reads(Root root, String field, Object value, DecisionRequest request) {
    assertThat(when(root, field, value, request)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void storedAttributeWinsOverTheRequests() {
    DecisionRequest raised = request(Map.of("level", 9), Map.of("owner", "eve"), Map.of());
    reads(Root.SUBJECT, "level", 1, raised);
    reads(Root.RESOURCE, "owner", "ann", raised);
  }

  @Test
  void requestFillsGaps() {
    DecisionRequest filling =
        request(Map.of("mood", "good"), Map.of("size", 3), Map.of("why", "x"));
    reads(Root.SUBJECT, "mood", "good", filling);
    reads(Root.RESOURCE, "size", 3, filling);
    reads(Root.ACTION, "why", "x", filling);
    reads(Root.CONTEXT, "ip", "10.0.0.1", filling);
  }

  @Test
  void engineKnowsWhoAndWhatIsAsked() {
    DecisionRequest forged =
        request(
            Map.of("id", "x", "type", "x"),
            Map.of("id", "x", "type", "x"),
            Map.of("name", "x", "permission", "x"));
    reads(Root.SUBJECT, "id", "7", forged);
    reads(Root.SUBJECT, "type", "user", forged);
    reads(Root.RESOURCE, "id", "1", forged);
    reads(Root.RESOURCE, "type", "doc", forged);
    reads(Root.ACTION, "name", "go", forged);
    reads(Root.ACTION, "permission", "app:go", forged);
    reads(Root.REQUEST, "time", TestPolicy.NOW, forged);
    reads(Root.REQUEST, "application", "app", forged);
    reads(Root.REQUEST, "current_aal", "aal2", forged);
  }

  @Test
  void absentFieldIsAbsent() {
    DecisionRequest plain = request(Map.of(), Map.of(), Map.of());
    assertThat(when(Root.REQUEST, "nothing", 1, plain)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(when(Root.CONTEXT, "nothing", 1, plain)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    DecisionRequest without =
        TestPolicy.request("user:7", new Asked.Permission("app:go", null, true), null);
    assertThat(when(Root.RESOURCE, "id", "1", without)).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void resourceThatNothingMentionsHasWhatTheRequestSays() {
    DecisionRequest unknown =
        new DecisionRequest(
            Party.of("user", "7"),
            new Asked.Permission("app:go", null),
            new Party("doc", "new", Map.of("size", 3)),
            Map.of(),
            Map.of(),
            Aal.AAL1);
    reads(Root.RESOURCE, "id", "new", unknown);
    reads(Root.RESOURCE, "size", 3, unknown);
  }
}
