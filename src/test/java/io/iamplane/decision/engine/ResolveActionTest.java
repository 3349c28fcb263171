package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResolveActionTest {

  private final PolicySnapshot snapshot =
      new TestPolicy()
          .entry("user:ann")
          .bound("app:z.read", "doc", "read", "can_read", Aal.AAL1)
          .bound("app:doc.read", "doc", "read", "can_read", Aal.AAL1)
          .model(
              Map.of(
                  "doc",
                  TestPolicy.type(
                      Map.of("viewer", "user"), Map.of("read", "viewer", "can_read", "viewer"))))
          .snapshot();

  private final Question question = new Question();

  private @Nullable ReasonCode ask(
      @Nullable String application, String action, @Nullable String type) {
    return question.ask(
        snapshot,
        DecisionRequest.of(
            Party.of("user", "ann"),
            new Asked.Action(action, application),
            type == null ? null : Party.of(type, "1")));
  }

  private void assertRelation(String action, String type) {
    assertThat(ask("app", action, type)).isNull();
    assertThat(question.permission()).isNull();
    assertThat(question.application()).isEqualTo("app");
    assertThat(question.relation()).isEqualTo(snapshot.symbols().number(action));
    assertThat(question.actionName()).isEqualTo(action);
  }

  @Test
  void permissionWithThatActionAndTypeComesFirst() {
    assertThat(ask("app", "read", "doc")).isNull();
    CatalogPermission found = question.permission();
    assertThat(found).isNotNull();
    assertThat(found.fact().key()).isEqualTo("app:doc.read");
    assertThat(question.relation()).isEqualTo(snapshot.symbols().number("can_read"));
    assertThat(question.actionName()).isEqualTo("read");
  }

  @Test
  void elseTheModelsNameIsMeant() {
    assertRelation("can_read", "doc");
    assertRelation("viewer", "doc");
    assertRelation("member", "group");
  }

  @Test
  void elseItIsUnknown() {
    assertThat(ask("app", "read", "folder")).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
    assertThat(ask("app", "fly", "doc")).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
    assertThat(ask("app", "read", null)).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
  }

  @Test
  void withoutAnApplicationThatIsThereNothingIsKnown() {
    assertThat(ask("other", "read", "doc")).isEqualTo(ReasonCode.APPLICATION_UNKNOWN);
    assertThat(ask(null, "read", "doc")).isEqualTo(ReasonCode.APPLICATION_UNKNOWN);
  }
}
