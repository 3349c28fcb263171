package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.ReasonCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupDecisionTest {

  private TestPolicy policy = new TestPolicy();

  @BeforeEach
  void people() {
    policy = new TestPolicy().entry("user:ann").entry("user:bob").entry("group:staff");
  }

  private ReasonCode reason(String subject, String permission) {
    return policy.decide(subject, permission).reason();
  }

  @Test
  void groupsGrantsReachItsMembersAndTheirs() {
    policy
        .entry("group:ops")
        .member("user:ann", "ops")
        .member("group:ops", "staff")
        .permit("group:staff", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:bob", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void everybodyCanBeMember() {
    policy.member("user:*", "staff").permit("group:staff", "app:read");
    assertThat(reason("user:bob", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void groupsInACircleEnd() {
    policy
        .entry("group:ops")
        .member("user:ann", "ops")
        .member("group:ops", "staff")
        .member("group:staff", "ops")
        .permit("group:staff", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void inactiveOrUnknownGroupHasNoMembers() {
    policy
        .inactive("group:old")
        .member("user:ann", "old")
        .member("user:ann", "ghosts")
        .permit("group:old", "app:read")
        .permit("group:ghosts", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void membershipThatCannotBeEvaluatedDeniesButDoesNotPermit() {
    policy.member("user:ann", "staff", StubCondition.ERROR).permit("group:staff", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    policy.permit("user:ann", "app:read").deny("group:staff", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void membershipWhoseConditionIsFalseIsNone() {
    policy
        .member("user:ann", "staff", StubCondition.FALSE)
        .permit("user:ann", "app:read")
        .deny("group:staff", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void secondPathToAGroupCanMakeItCertain() {
    policy
        .entry("group:a")
        .entry("group:b")
        .member("user:ann", "staff", StubCondition.ERROR)
        .member("user:ann", "a")
        .member("group:a", "b")
        .member("group:b", "staff")
        .permit("group:staff", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }
}
