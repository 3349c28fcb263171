package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.Aal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The relation model's semantics, as {@code docs/language-relations.md} states them. */
class RelationDecisionTest {

  private TestPolicy policy = new TestPolicy();

  @BeforeEach
  void model() {
    policy =
        new TestPolicy()
            .entry("user:ann")
            .entry("user:bob")
            .entry("group:staff")
            .model(
                Map.of(
                    "user", type(Map.of("boss", "user"), Map.of("led", "boss | boss->led")),
                    "folder",
                        type(
                            Map.of("parent", "folder", "owner", "user", "viewer", "user"),
                            Map.of("read", "viewer | owner | parent->read")),
                    "team",
                        type(
                            Map.of("lead", "user", "member", "user | team#member"),
                            Map.of("all", "lead | member")),
                    "doc",
                        type(
                            Map.of(
                                "parent", "folder",
                                "viewer", "user | user:* | group#member | team#all",
                                "editor", "user | group#member | team#member",
                                "banned", "user | group#member"),
                            Map.of(
                                "read", "(viewer | editor | parent->read) - banned",
                                "audit", "viewer & editor",
                                "managed", "editor->boss",
                                "strict", "editor - viewer"))));
  }

  private boolean holds(String subject, String name, String resource) {
    ReasonCode reason = policy.relationOf(subject, name, resource).reason();
    assertThat(reason).isIn(ReasonCode.GRANTED_BY_RELATION, ReasonCode.NO_MATCHING_GRANT);
    return reason == ReasonCode.GRANTED_BY_RELATION;
  }

  @Test
  void storedRelationHolds() {
    policy.relation("user:ann", "viewer", "doc:1");
    assertThat(holds("user:ann", "viewer", "doc:1")).isTrue();
    assertThat(holds("user:ann", "read", "doc:1")).isTrue();
    assertThat(holds("user:bob", "read", "doc:1")).isFalse();
    assertThat(holds("user:ann", "read", "doc:2")).isFalse();
    assertThat(policy.relationOf("user:ann", "read", "doc:1").matched())
        .containsExactly(new Match("relation", "doc#read", "doc:1"));
  }

  @Test
  void relationThatTheModelDoesNotAdmitIsNone() {
    policy.relation("user:*", "editor", "doc:1").relation("folder:f", "viewer", "doc:1");
    policy.relation("team:t#lead", "viewer", "doc:1").relation("user:ann", "lead", "team:t");
    assertThat(holds("user:ann", "editor", "doc:1")).isFalse();
    assertThat(holds("user:ann", "viewer", "doc:1")).isFalse();
    assertThat(holds("folder:f", "viewer", "doc:1")).isFalse();
  }

  @Test
  void wildcardHoldsForEveryone() {
    policy.relation("user:*", "viewer", "doc:1");
    assertThat(holds("user:bob", "viewer", "doc:1")).isTrue();
  }

  /** Is refused now; tables may hold one from before. */
  @Test
  void everyoneHasNoRelation() {
    policy
        .member("user:ann", "staff")
        .relation("group:*#member", "viewer", "doc:1")
        .relation("team:*#all", "viewer", "doc:1")
        .relation("user:ann", "lead", "team:t");
    assertThat(holds("user:ann", "viewer", "doc:1")).isFalse();
    assertThat(holds("user:ann", "read", "doc:1")).isFalse();
  }

  @Test
  void usersetHoldsForMembersOfGroupsOfGroups() {
    policy
        .entry("group:ops")
        .member("user:ann", "ops")
        .member("group:ops", "staff")
        .relation("group:staff#member", "viewer", "doc:1");
    assertThat(holds("user:ann", "viewer", "doc:1")).isTrue();
    assertThat(holds("user:bob", "viewer", "doc:1")).isFalse();
    assertThat(holds("user:ann", "member", "group:staff")).isTrue();
  }

  @Test
  void membersAsASetHaveWhatTheirGroupsGroupsHave() {
    policy
        .entry("group:ops")
        .member("group:ops", "staff")
        .relation("group:staff#member", "viewer", "doc:1");
    assertThat(holds("group:ops#member", "viewer", "doc:1")).isTrue();
    assertThat(holds("group:ops#member", "editor", "doc:1")).isFalse();
  }

  @Test
  void importedMemberRelationIsAMembership() {
    policy
        .relation("user:ann", "member", "group:staff")
        .relation("group:staff#member", "viewer", "doc:1")
        .permit("group:staff", "app:write");
    assertThat(holds("user:ann", "viewer", "doc:1")).isTrue();
    assertThat(policy.decide("user:ann", "app:write").allowed()).isTrue();
  }

  @Test
  void usersetMayNameAPermission() {
    policy
        .relation("team:t#all", "viewer", "doc:1")
        .relation("user:ann", "lead", "team:t")
        .relation("team:u#member", "member", "team:t")
        .relation("user:bob", "member", "team:u");
    assertThat(holds("user:ann", "viewer", "doc:1")).isTrue();
    assertThat(holds("user:bob", "viewer", "doc:1")).isTrue();
  }

  @Test
  void traversalAsksTheRelatedObjects() {
    policy
        .relation("folder:f", "parent", "doc:1")
        .relation("folder:root", "parent", "folder:f")
        .relation("user:ann", "owner", "folder:root");
    assertThat(holds("user:ann", "read", "doc:1")).isTrue();
  }

  @Test
  void traversalGoesThroughTheMembersOfAUserset() {
    policy
        .entry("user:cy")
        .member("user:cy", "staff")
        .relation("group:staff#member", "editor", "doc:1")
        .relation("user:ann", "boss", "user:cy")
        .relation("team:t#member", "editor", "doc:2")
        .relation("team:u#member", "member", "team:t")
        .relation("user:cy", "member", "team:u");
    assertThat(holds("user:ann", "managed", "doc:1")).isTrue();
    assertThat(holds("user:ann", "managed", "doc:2")).isTrue();
    assertThat(holds("user:bob", "managed", "doc:1")).isFalse();
  }

  @Test
  void inactiveOrUnknownEntryPassesNothingOn() {
    policy
        .inactive("user:eve")
        .relation("user:eve", "editor", "doc:1")
        .relation("user:ghost", "editor", "doc:1")
        .relation("user:ann", "boss", "user:eve")
        .relation("user:ann", "boss", "user:ghost");
    assertThat(holds("user:ann", "managed", "doc:1")).isFalse();
    assertThat(holds("user:ann", "boss", "user:eve")).isTrue();
  }

  @Test
  void exclusionTakesAway() {
    policy.relation("user:ann", "viewer", "doc:1").relation("user:bob", "viewer", "doc:1");
    policy.relation("user:bob", "banned", "doc:1");
    assertThat(holds("user:ann", "read", "doc:1")).isTrue();
    assertThat(holds("user:bob", "read", "doc:1")).isFalse();
  }

  @Test
  void intersectionNeedsAll() {
    policy.relation("user:ann", "viewer", "doc:1");
    assertThat(holds("user:ann", "audit", "doc:1")).isFalse();
    policy.relation("user:ann", "editor", "doc:1");
    assertThat(holds("user:ann", "audit", "doc:1")).isTrue();
  }

  @Test
  void relationNeedsItsConditionTrue() {
    policy
        .relation("user:ann", "viewer", "doc:1", StubCondition.ERROR)
        .relation("user:ann", "viewer", "doc:2", StubCondition.FALSE)
        .relation("user:ann", "viewer", "doc:3", StubCondition.TRUE);
    assertThat(holds("user:ann", "viewer", "doc:1")).isFalse();
    assertThat(holds("user:ann", "viewer", "doc:2")).isFalse();
    assertThat(holds("user:ann", "viewer", "doc:3")).isTrue();
  }

  @Test
  void errorBelowAnExclusionDoesNotAllow() {
    policy
        .relation("user:ann", "viewer", "doc:1")
        .relation("user:ann", "banned", "doc:1", StubCondition.ERROR)
        .relation("user:bob", "viewer", "doc:1")
        .relation("user:bob", "banned", "doc:1", StubCondition.FALSE);
    assertThat(holds("user:ann", "read", "doc:1")).isFalse();
    assertThat(holds("user:bob", "read", "doc:1")).isTrue();
  }

  @Test
  void uncertainMembershipBelowAnExclusionDoesNotAllow() {
    policy
        .member("user:ann", "staff", StubCondition.ERROR)
        .relation("group:staff#member", "banned", "doc:1")
        .relation("user:ann", "viewer", "doc:1");
    assertThat(holds("user:ann", "read", "doc:1")).isFalse();
  }

  @Test
  void errorBesideWhatHoldsDoesNotHarm() {
    policy
        .relation("user:ann", "viewer", "doc:1", StubCondition.ERROR)
        .relation("user:ann", "editor", "doc:1");
    assertThat(holds("user:ann", "read", "doc:1")).isTrue();
    assertThat(holds("user:ann", "strict", "doc:1")).isFalse();
  }

  @Test
  void cycleOfParentsEnds() {
    policy
        .relation("folder:a", "parent", "folder:b")
        .relation("folder:b", "parent", "folder:a")
        .relation("folder:a", "parent", "doc:1")
        .relation("user:ann", "owner", "folder:b");
    assertThat(holds("user:ann", "read", "doc:1")).isTrue();
    assertThat(holds("user:bob", "read", "doc:1")).isFalse();
  }

  @Test
  void whatRestsOnItsOwnExclusionIsDenied() {
    policy =
        new TestPolicy()
            .entry("user:ann")
            .add(
                new ModelFact(
                    "app",
                    new RelationModel(
                        Map.of(
                            "doc",
                            new TypeDefinition(
                                "doc",
                                Map.of("viewer", List.of(SubjectType.of("user"))),
                                Map.of(
                                    "a", new Exclusion(new Name("viewer"), new Name("b")),
                                    "b", new Exclusion(new Name("viewer"), new Name("a"))))))))
            .relation("user:ann", "viewer", "doc:1");
    assertThat(holds("user:ann", "a", "doc:1")).isFalse();
    assertThat(holds("user:ann", "b", "doc:1")).isFalse();
  }

  @Test
  void permissionIsAllowedByTheRelationThatItNames() {
    policy
        .bound("app:open", "doc", "open", "read", Aal.AAL1)
        .relation("user:ann", "viewer", "doc:1");
    assertThat(policy.decide("user:ann", "app:open", "doc:1").reason())
        .isEqualTo(ReasonCode.GRANTED_BY_RELATION);
    assertThat(policy.decide("user:ann", "app:open", "folder:1").reason())
        .isEqualTo(ReasonCode.RESOURCE_TYPE_MISMATCH);
    assertThat(policy.decide("user:ann", "app:open").reason())
        .isEqualTo(ReasonCode.RESOURCE_REQUIRED);
  }

  @Test
  void denyOverridesTheRelationModel() {
    policy
        .bound("app:open", "doc", "open", "read", Aal.AAL1)
        .relation("user:ann", "viewer", "doc:1")
        .deny("user:ann", "app:open", "doc:1");
    assertThat(policy.decide("user:ann", "app:open", "doc:1").reason())
        .isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void denyOfAPermissionConcernsItsRelationByName() {
    policy
        .bound("app:open", "doc", "open", "read", Aal.AAL1)
        .relation("user:ann", "viewer", "doc:1")
        .permit("user:bob", "app:open")
        .deny("user:ann", "app:open");
    assertThat(policy.relationOf("user:ann", "read", "doc:1").reason())
        .isEqualTo(ReasonCode.EXPLICIT_DENY);
    assertThat(policy.relationOf("user:bob", "read", "doc:1").reason())
        .isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(policy.relationOf("user:ann", "viewer", "doc:1").allowed()).isTrue();
  }

  @Test
  void assuranceOfAPermissionConcernsItsRelationByName() {
    policy
        .bound("app:open", "doc", "open", "read", Aal.AAL2)
        .relation("user:ann", "viewer", "doc:1");
    assertThat(policy.relationOf("user:ann", "read", "doc:1").reason())
        .isEqualTo(ReasonCode.STEP_UP_REQUIRED);
    assertThat(policy.relationOf("user:ann", "viewer", "doc:1").allowed()).isTrue();
  }

  @Test
  void relationByNameNeedsAResourceAndAModelThatHasIt() {
    assertThat(
            policy
                .decide(TestPolicy.request("user:ann", new Asked.Relation("read", "app"), null))
                .reason())
        .isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
    assertThat(policy.relationOf("user:ann", "fly", "doc:1").reason())
        .isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
    assertThat(policy.relationOf("user:ann", "read", "team:1").reason())
        .isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
  }

  @Test
  void applicationMayBeLeftOutWhileOneModelHasTheName() {
    policy.relation("user:ann", "viewer", "doc:1");
    var asked = TestPolicy.request("user:ann", new Asked.Relation("read", null), "doc:1");
    assertThat(policy.decide(asked).allowed()).isTrue();
    policy
        .add(new ApplicationFact("two", true))
        .add(
            new ModelFact(
                "two",
                new RelationModel(
                    Map.of(
                        "doc",
                        new TypeDefinition(
                            "doc", Map.of("read", List.of(SubjectType.of("user"))), Map.of())))));
    assertThat(policy.decide(asked).reason()).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
  }

  @Test
  void objectsMayBeNamedByExternalId() {
    policy
        .add(new SubjectFact(TestPolicy.ref("user:7"), "cy@x", true, Map.of()))
        .add(new SubjectFact(TestPolicy.ref("doc:9"), "plan", true, Map.of()))
        .relation("user:cy@x", "viewer", "doc:plan")
        .relation("user:ann", "boss", "user:cy@x")
        .relation("user:7", "editor", "doc:9");
    assertThat(holds("user:7", "viewer", "doc:9")).isTrue();
    assertThat(holds("user:cy@x", "audit", "doc:plan")).isTrue();
    assertThat(holds("user:ann", "managed", "doc:9")).isTrue();
    assertThat(holds("user:ann", "boss", "user:7")).isTrue();
  }

  @Test
  void objectWithManyRelationsIsDecidedAlike() {
    for (int i = 0; i < 100; i++) {
      policy.relation("user:u" + i, "viewer", "doc:1");
      policy.relation("team:t" + i + "#member", "editor", "doc:1");
    }
    policy.entry("user:u77").relation("user:u77", "member", "team:t55");
    policy.relation("folder:f", "parent", "doc:1").relation("user:ann", "owner", "folder:f");
    policy.relation("user:bob", "boss", "user:u77");
    policy
        .add(new SubjectFact(TestPolicy.ref("user:7"), "cy@x", true, Map.of()))
        .relation("user:cy@x", "viewer", "doc:1");
    assertThat(holds("user:7", "viewer", "doc:1")).isTrue();
    assertThat(holds("user:u77", "viewer", "doc:1")).isTrue();
    assertThat(holds("user:u77", "editor", "doc:1")).isTrue();
    assertThat(holds("user:ann", "read", "doc:1")).isTrue();
    assertThat(holds("user:bob", "managed", "doc:1")).isTrue();
    assertThat(holds("user:bob", "viewer", "doc:1")).isFalse();
    policy.relation("user:*", "viewer", "doc:1");
    assertThat(holds("user:bob", "viewer", "doc:1")).isTrue();
  }
}
