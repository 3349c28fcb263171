package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.shared.Aal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How the name of an AuthZEN action is understood. */
class ResolveActionTest {

  private final PolicySnapshot snapshot =
      new TestPolicy()
          .bound("app:z.read", "doc", "read", "can_read", Aal.AAL1)
          .bound("app:doc.read", "doc", "read", "can_read", Aal.AAL1)
          .model(
              Map.of(
                  "doc",
                  TestPolicy.type(
                      Map.of("viewer", "user"), Map.of("read", "viewer", "can_read", "viewer"))))
          .snapshot();

  private final PolicyEngine engine = new PolicyEngine(1000, _ -> {});

  private Optional<Asked> resolve(String application, String action, String type) {
    return engine.resolve(snapshot, application, action, type);
  }

  @Test
  void permissionWithThatActionAndTypeComesFirst() {
    assertThat(resolve("app", "read", "doc")).contains(new Asked.Permission("app:doc.read", "app"));
  }

  @Test
  void elseTheModelsNameIsMeant() {
    assertThat(resolve("app", "can_read", "doc")).contains(new Asked.Relation("can_read", "app"));
    assertThat(resolve("app", "viewer", "doc")).contains(new Asked.Relation("viewer", "app"));
    assertThat(resolve("app", "member", "group")).contains(new Asked.Relation("member", "app"));
  }

  @Test
  void elseItIsUnknown() {
    assertThat(resolve("app", "read", "folder")).isEmpty();
    assertThat(resolve("app", "fly", "doc")).isEmpty();
    assertThat(resolve("other", "read", "doc")).isEmpty();
  }
}
