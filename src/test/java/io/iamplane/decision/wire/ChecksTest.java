package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.Semantic;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.MustWaitException;
import io.iamplane.testing.EventLoop;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A body becomes the engine's request at once; there is no form in between. */
class ChecksTest {

  private static final Party ANN = Party.of("user", "ann");

  @Test
  void theShortestCheck() {
    Checks checks = Checks.one(json("{'subject': 'user:ann', 'permission': 'shop:order.read'}"));
    assertThat(checks.requests())
        .containsExactly(
            DecisionRequest.of(ANN, new Asked.Permission("shop:order.read", null), null));
    assertThat(checks.organization()).isNull();
    assertThat(checks.atLeast()).isZero();
  }

  @Test
  void everyMemberOfACheck() {
    Checks checks =
        Checks.one(
            json(
                """
                {'subject': {'id': 'ann', 'properties': {'level': 2}}, 'relation': 'viewer',
                 'resource': {'type': 'doc', 'id': 'd1'}, 'application': 'docs',
                 'context': {'at': [1, null, 1.5]}, 'current_aal': 'aal2', 'explain': true,
                 'organization': 'acme', 'at_least': 7}
                """));
    DecisionRequest request = checks.requests().getFirst();
    assertThat(request.subject()).isEqualTo(new Party("user", "ann", Map.of("level", 2L)));
    assertThat(request.asked()).isEqualTo(new Asked.Relation("viewer", "docs"));
    assertThat(request.resource()).isEqualTo(Party.of("doc", "d1"));
    assertThat(request.context()).containsOnlyKeys("at");
    assertThat(request.currentAal()).isEqualTo(Aal.AAL2);
    assertThat(checks.organization()).isEqualTo("acme");
    assertThat(checks.atLeast()).isEqualTo(7);
  }

  @Test
  void whatPhpWritesAndWhatIsNullIsAbsent() {
    Checks checks =
        Checks.one(
            json(
                """
                {'subject': 'user:ann', 'permission': 'read', 'relation': null, 'resource': '42',
                 'application': null, 'context': [], 'current_aal': null, 'at_least': null}
                """));
    assertThat(checks.requests())
        .containsExactly(
            DecisionRequest.of(ANN, new Asked.Permission("read", null), Party.of("", "42")));
  }

  @Test
  void whatABatchHasOutsideIsTheDefaultOfEachCheck() {
    Checks checks =
        Checks.batch(
            json(
                """
                {'subject': 'user:ann', 'semantic': 'deny_on_first_deny', 'context': {'a': 'b'},
                 'checks': [{'permission': 'x:y'}, {'permission': 'x:z', 'subject': 'user:ben'}]}
                """));
    assertThat(checks.semantic()).isEqualTo(Semantic.DENY_ON_FIRST_DENY);
    assertThat(checks.requests())
        .extracting(DecisionRequest::subject)
        .containsExactly(ANN, Party.of("user", "ben"));
    assertThat(checks.requests().get(0).context())
        .as("converted once")
        .isSameAs(checks.requests().get(1).context());
  }

  /** Before, each list was counted by itself: a batch had hundreds of conditions compiled there. */
  @Test
  void anEventLoopReadsFewRelationsOfABatch() throws Exception {
    String batch = "{'subject': 'user:ann', 'permission': 'x:y', %s 'checks': [{%s}, {%s}]}";
    String five = "'contextual_relations': [%s]".formatted(relations(5));
    try (EventLoop loop = new EventLoop()) {
      JsonNode shared = json(batch.formatted(five + ",", "", ""));
      assertThat(loop.call(() -> Checks.batch(shared)).requests())
          .as("read once")
          .allSatisfy(check -> assertThat(check.relations()).hasSize(5))
          .hasSize(2);

      JsonNode own = json(batch.formatted("", five, five));
      assertThatThrownBy(() -> loop.call(() -> Checks.batch(own)))
          .hasCauseInstanceOf(MustWaitException.class);
      assertThat(Checks.batch(own).requests()).hasSize(2);
    }
  }

  private static String relations(int number) {
    return IntStream.range(0, number)
        .mapToObj(
            "{'subject': 'user:ann', 'relation': 'owner', 'object': 'doc:d%d', 'condition': 'true'}"
                ::formatted)
        .collect(Collectors.joining(","));
  }

  @Test
  void everyErrorOfABatchHasItsPlace() {
    JsonNode body =
        json(
            """
            {'checks': [{'permission': 'x:y'}, 7, {'subject': {'id': ' a', 'name': 'A'},
                         'permission': 'x:y', 'semantic': 1}],
             'semantic': 'any', 'size': 3, 'at_least': -1}
            """);
    assertThatThrownBy(() -> Checks.batch(body))
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> {
              assertThat(refusal.errors())
                  .containsOnlyKeys(
                      "at_least",
                      "checks[0].subject",
                      "checks[1]",
                      "checks[2].semantic",
                      "checks[2].subject.id",
                      "checks[2].subject.name",
                      "semantic",
                      "size")
                  .containsEntry(
                      "checks[2].subject.name",
                      List.of("unknown field; allowed: id, properties, type"));
            });
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"[]", "7", "null"})
  void whatIsNoObjectIsMalformed(String body) {
    assertThatThrownBy(() -> Checks.one(body == null ? null : json(body)))
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
