package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.request;
import static io.iamplane.decision.engine.TestPolicy.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.relation.RelationModel;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Validation of a model works on any stack: its use of the stack does not grow with the model. */
class DeepModelsTest {

  /** A quarter of a thread's default; interpreted code takes the most. */
  private static final int SMALL_STACK = 256 * 1024;

  private static <T> T onSmallStack(Callable<T> work)
      throws InterruptedException, ExecutionException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(null, task, "small-stack", SMALL_STACK);
    thread.start();
    return task.get();
  }

  /** Union and intersection in turns, each in parentheses of its own. */
  private static String nested(String innermost, int parentheses) {
    String text = innermost;
    for (int i = 0; i < parentheses; i++) {
      text = "(" + text + (i % 2 == 0 ? " | banned) & all" : " & all) | banned");
    }
    return text;
  }

  /** {@code p0} rests on the parents, each further name on the one before it. */
  private static Map<String, Object> chain(int names, int parentheses) {
    Map<String, String> permissions = new HashMap<>();
    permissions.put("p0", nested("viewer | parent->p" + (names - 1), parentheses));
    for (int i = 1; i < names; i++) {
      permissions.put("p" + i, nested("p" + (i - 1), parentheses));
    }
    Map<String, String> relations =
        Map.of("parent", "folder", "viewer", "user", "all", "user:*", "banned", "user");
    return Map.of("folder", type(relations, permissions));
  }

  private static ReasonCode decide(int names, int parentheses, int objects) {
    TestPolicy policy = new TestPolicy().entry("user:ann").maxSteps(1_000_000);
    policy.model(chain(names, parentheses));
    for (int i = 1; i <= objects; i++) {
      policy.relation("user:*", "all", "folder:f" + i);
      policy.relation("folder:f" + (i + 1), "parent", "folder:f" + i);
    }
    policy.relation("user:ann", "viewer", "folder:f" + objects);
    Asked asked = new Asked.Relation("p" + (names - 1), "app");
    policy.explain(request("user:ann", asked, "folder:f1"));
    return policy.decideAlone(request("user:ann", asked, "folder:f1")).reason();
  }

  @Test
  void aModelOfManyNamesAndParenthesesIsDecided() throws Exception {
    assertThat(onSmallStack(() -> decide(120, 25, 1))).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
  }

  @Test
  void longChainsOfObjectsAreDecided() throws Exception {
    assertThat(onSmallStack(() -> decide(16, 25, 33))).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
    assertThat(onSmallStack(() -> decide(120, 31, 27))).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
  }

  @Test
  void manyExclusionsInARowAreDecided() throws Exception {
    Map<String, Object> types =
        Map.of(
            "folder",
            type(
                Map.of("viewer", "user", "banned", "user"),
                Map.of("read", "viewer" + " - banned".repeat(256))));
    ReasonCode reason =
        onSmallStack(() -> {
          TestPolicy policy = new TestPolicy().entry("user:ann").model(types);
          policy.relation("user:ann", "viewer", "folder:f1");
          Asked read = new Asked.Relation("read", "app");
          return policy.decideAlone(request("user:ann", read, "folder:f1")).reason();
        });
    assertThat(reason).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
  }

  /** Relations that follow from each other, over objects of which all count. */
  @Test
  void chainsOfRelationsThatFollowFromOthersAreDecided() throws Exception {
    Map<String, String> relations = new HashMap<>();
    relations.put("parent", "folder");
    relations.put("banned", "user");
    relations.put("all", "user:*");
    relations.put("r0", nested("[user] | parent.all(r119)", 25));
    for (int i = 1; i < 120; i++) {
      relations.put("r" + i, nested("[user | folder#r0] | r" + (i - 1), 25));
    }
    ReasonCode reason =
        onSmallStack(() -> {
          TestPolicy policy = new TestPolicy().entry("user:ann").maxSteps(1_000_000);
          policy.model(Map.of("folder", type(relations, Map.of())));
          for (int i = 1; i <= 30; i++) {
            policy.relation("user:*", "all", "folder:f" + i);
            policy.relation("folder:f" + (i + 1), "parent", "folder:f" + i);
          }
          policy.relation("user:ann", "r0", "folder:f30");
          Asked last = new Asked.Relation("r119", "app");
          policy.explain(request("user:ann", last, "folder:f1"));
          return policy.decideAlone(request("user:ann", last, "folder:f1")).reason();
        });
    assertThat(reason).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
  }

  @Test
  void aRelationOfManyOperatorsIsRead() throws Exception {
    Map<String, Object> types =
        Map.of(
            "folder",
            type(
                Map.of(
                    "banned",
                    "user",
                    "viewer",
                    "(".repeat(32) + "user" + ")".repeat(32) + " - banned".repeat(256)),
                Map.of("read", "viewer" + " & viewer".repeat(256))));
    RelationModel.Parsed parsed = onSmallStack(() -> RelationModel.parse(types));
    assertThat(parsed.faults()).isEmpty();
    RelationModel model = parsed.model();
    assertThat(model).isNotNull();
    Map<String, Object> canonical = model.canonical();
    assertThat(onSmallStack(() -> RelationModel.parse(canonical).faults())).isEmpty();
  }

  @Test
  void aModelOfManyNamesIsReadAndWritten() throws Exception {
    Map<String, Object> types = chain(250, 31);
    RelationModel.Parsed parsed = onSmallStack(() -> RelationModel.parse(types));
    assertThat(parsed.faults()).isEmpty();
    RelationModel model = parsed.model();
    assertThat(model).isNotNull();
    assertThat(onSmallStack(() -> RelationModel.parse(model.canonical()).model().equals(model)))
        .isTrue();
  }

  /** The chain of usersets is as long as a model has types. */
  @Test
  void longChainsOfUsersetsAreRead() throws Exception {
    Map<String, Object> types = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      Map<String, String> relations = new HashMap<>();
      for (int j = 0; j < 100; j++) {
        relations.put("r" + j, j == 99 ? "t" + (i + 1) + "#r0" : "t" + i + "#r" + (j + 1));
      }
      types.put("t" + i, type(relations, Map.of("x", "r0->x")));
    }
    types.put("t60", type(Map.of("r0", "user | folder"), Map.of()));
    assertThat(onSmallStack(() -> RelationModel.parse(types).faults()))
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault.message()).contains("folder"));
  }
}
