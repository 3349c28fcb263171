package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.ReasonCode;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The resources that a grant covers. */
class GrantScopeTest {

  private TestPolicy policy = new TestPolicy();

  @BeforeEach
  void people() {
    policy = new TestPolicy().entry("user:ann").entry("user:bob").entry("group:staff");
  }

  private ReasonCode reason(String subject, String permission) {
    return policy.decide(subject, permission).reason();
  }

  private ReasonCode reason(String subject, String permission, String resource) {
    return policy.decide(subject, permission, resource).reason();
  }

  @Test
  void scopeLimitsAGrantToItsResource() {
    policy.permit("user:ann", "app:read", "doc:1").permit("user:bob", "app:read", "doc:*");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:ann", "app:read", "doc:2")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("user:bob", "app:read", "doc:2")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:bob", "app:read", "map:2")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("user:bob", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void scopeReachesEverythingBelowAlongParent() {
    policy
        .model(
            Map.of(
                "folder", TestPolicy.type(Map.of("parent", "folder"), Map.of()),
                "doc", TestPolicy.type(Map.of("parent", "folder"), Map.of())))
        .relation("folder:root", "parent", "folder:f")
        .relation("folder:f", "parent", "doc:1")
        .permit("user:ann", "app:read", "folder:root");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    policy.deny("user:ann", "app:read", "folder:f");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.EXPLICIT_DENY);
    assertThat(reason("user:ann", "app:read", "folder:root"))
        .isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void parentThatTheModelDoesNotDeclareIsNone() {
    policy
        .model(
            Map.of("folder", Map.of(), "doc", TestPolicy.type(Map.of("parent", "doc"), Map.of())))
        .relation("folder:f", "parent", "doc:1")
        .permit("user:ann", "app:read", "folder:f");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void parentThatCannotBeEvaluatedDeniesButDoesNotPermit() {
    policy
        .model(
            Map.of(
                "folder", Map.of(), "doc", TestPolicy.type(Map.of("parent", "folder"), Map.of())))
        .relation("folder:f", "parent", "doc:1", StubCondition.ERROR)
        .permit("user:ann", "app:read", "folder:f");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    policy.permit("user:ann", "app:read").deny("user:ann", "app:read", "folder:f");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void secondPathToAScopeCanMakeItCertain() {
    policy
        .model(
            Map.of(
                "folder", TestPolicy.type(Map.of("parent", "folder"), Map.of()),
                "doc", TestPolicy.type(Map.of("parent", "folder"), Map.of())))
        .relation("folder:top", "parent", "doc:1", StubCondition.ERROR)
        .relation("folder:f", "parent", "doc:1")
        .permit("user:ann", "app:read", "folder:top");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    policy.relation("folder:top", "parent", "folder:f");
    assertThat(reason("user:ann", "app:read", "doc:1")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void parentOfEitherNameCovers() {
    policy
        .add(new SubjectFact(TestPolicy.ref("user:7"), "cy@x", true, Map.of()))
        .model(
            Map.of(
                "folder", Map.of(), "user", TestPolicy.type(Map.of("parent", "folder"), Map.of())))
        .relation("folder:id", "parent", "user:7")
        .relation("folder:external", "parent", "user:cy@x")
        .permit("user:ann", "app:read", "folder:id")
        .permit("user:ann", "app:write")
        .deny("user:ann", "app:write", "folder:external");
    for (String name : new String[] {"user:7", "user:cy@x"}) {
      assertThat(reason("user:ann", "app:read", name)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
      assertThat(reason("user:ann", "app:write", name)).isEqualTo(ReasonCode.EXPLICIT_DENY);
    }
  }

  /** Many grants are not looked through, but found by the names of the resource. */
  @Test
  void eitherNameIsFoundAmongManyGrants() {
    policy.add(new SubjectFact(TestPolicy.ref("user:7"), "cy@x", true, Map.of()));
    for (int i = 0; i < 20; i++) {
      policy.permit("user:ann", "app:read", "doc:" + i);
    }
    policy.permit("user:ann", "app:read", "user:7");
    for (String name : new String[] {"user:7", "user:cy@x"}) {
      assertThat(reason("user:ann", "app:read", name)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    }
    policy.deny("user:ann", "app:read", "user:cy@x");
    for (String name : new String[] {"user:7", "user:cy@x"}) {
      assertThat(reason("user:ann", "app:read", name)).isEqualTo(ReasonCode.EXPLICIT_DENY);
    }
  }
}
