package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.request;
import static io.iamplane.decision.engine.TestPolicy.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A workspace that an unusual request made large is not kept for those of other tenants. */
class WorkspaceTest {

  private static final Asked READ = new Asked.Permission("app:read", null);

  private static final int FEW = 100;

  /** More than a workspace keeps room for. */
  private static final int MANY = 70_000;

  private final TestPolicy policy = new TestPolicy().entry("user:ann");

  @Test
  void aSubjectInVeryManyGroupsMakesItLarge() {
    assertThat(isLargeWithGroups(0, FEW)).isFalse();
    assertThat(isLargeWithGroups(FEW, MANY)).isTrue();
  }

  @Test
  void aResourceInVeryManyScopesMakesItLarge() {
    policy.model(Map.of("folder", type(Map.of("parent", "folder"), Map.of())));
    policy.permit("user:ann", "app:read", "folder:top");
    assertThat(isLargeWithParents(0, FEW)).isFalse();
    assertThat(isLargeWithParents(FEW, MANY)).isTrue();
  }

  private boolean isLargeWithGroups(int from, int to) {
    for (int i = from; i < to; i++) {
      policy.entry("group:g" + i).member("user:ann", "g" + i);
    }
    return isLargeAfter(null);
  }

  private boolean isLargeWithParents(int from, int to) {
    for (int i = from; i < to; i++) {
      policy.relation("folder:p" + i, "parent", "folder:f");
    }
    return isLargeAfter("folder:f");
  }

  private boolean isLargeAfter(@Nullable String resource) {
    Workspace workspace = new Workspace();
    workspace.begin(
        policy.snapshot(),
        request("user:ann", READ, resource),
        TestPolicy.NOW,
        WorkBudget.perDecision(1_000_000),
        null);
    workspace.findGroups();
    workspace.scanGrants();
    workspace.end();
    return workspace.isLarge();
  }
}
