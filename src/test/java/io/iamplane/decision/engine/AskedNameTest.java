package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.relation.RelationModel;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Questions map to finitely many names, even if callers invent others. */
class AskedNameTest {

  private static final Party DOC = Party.of("doc", "1");

  private final PolicySnapshot policy =
      new TestPolicy()
          .add(
              new ModelFact(
                  "app",
                  Objects.requireNonNull(
                      RelationModel.parse(
                              Map.of("doc", Map.of("relations", Map.of("owner", "user"))))
                          .model())))
          .snapshot();

  @Test
  void aPermissionHasItsFullKey() {
    assertThat(name(new Asked.Permission("app:read", null))).isEqualTo(named("app:read"));
    assertThat(name(new Asked.Permission("read", "app"))).isEqualTo(named("app:read"));
  }

  @Test
  void aRelationIsNamedWithItsType() {
    assertThat(name(new Asked.Relation("owner", "app"))).isEqualTo(named("doc#owner"));
    assertThat(name(new Asked.Relation("owner", null))).isEqualTo(named("doc#owner"));
    assertThat(name(new Asked.Action("owner", "app"))).isEqualTo(named("doc#owner"));
    assertThat(policy.nameOf(new Asked.Relation("owner", "app"), null)).isEqualTo(named(""));
  }

  @Test
  void ofWhatIsUnknownTheApplicationIsNamedAtMost() {
    assertThat(name(new Asked.Permission("app:made-up", null))).isEqualTo(named(""));
    assertThat(name(new Asked.Permission("other:read", null))).isEqualTo(AskedName.UNKNOWN);
    assertThat(name(new Asked.Permission("read", null))).isEqualTo(AskedName.UNKNOWN);
    assertThat(name(new Asked.Relation("reader", "app"))).isEqualTo(named(""));
    assertThat(name(new Asked.Relation("reader", null))).isEqualTo(AskedName.UNKNOWN);
    assertThat(name(new Asked.Action("open", null))).isEqualTo(AskedName.UNKNOWN);
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      String any = Integer.toString(random.nextInt(), 36);
      assertThat(name(new Asked.Permission(any + ":" + any, null))).isEqualTo(AskedName.UNKNOWN);
      assertThat(name(new Asked.Action(any, any))).isEqualTo(AskedName.UNKNOWN);
    }
  }

  private AskedName name(Asked asked) {
    return policy.nameOf(asked, DOC);
  }

  private static AskedName named(String key) {
    return new AskedName("app", key);
  }
}
