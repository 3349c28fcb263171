package io.iamplane.packaged.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerVerifierTest {

  private static final String DECISION =
      "{\"allowed\":true,\"decision_id\":\"%d\",\"reason_code\":\"granted_by_grant\"}";

  private static final ExpectedAnswer ALLOWED =
      ExpectedAnswer.of(Map.of("/data/allowed", "true", "/data/reason_code", "granted_by_grant"));

  private final AnswerVerifier verifier = new AnswerVerifier("the server");

  @Test
  void answersThatDifferInIdsAloneAreTheSame() {
    assertThatCode(
            () -> {
              for (int i = 0; i < 3 * AnswerVerifier.SAMPLE; i++) {
                require(check(DECISION.formatted(i)));
              }
            })
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"decision_log_full", "deadline_exceeded", "dependency_unavailable"})
  void aDenialOfAnOverloadedServerIsFoundInEveryAnswer(String reason) {
    require(check(DECISION));

    assertThatThrownBy(() -> require(check(DECISION.replace("granted_by_grant", reason))))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("the server, POST check, answer 2: the answer has " + reason);
  }

  @Test
  void aDenialIsFoundInEveryAnswerWhateverItsReason() {
    require(check(DECISION));

    assertThatThrownBy(() -> require(check(DECISION.replace("true", "false"))))
        .hasMessageContaining("the answer has \"allowed\":false");
  }

  @Test
  void anotherReasonIsFoundBySampling() {
    String lie = check(DECISION.replace("granted_by_grant", "granted_by_relation"));

    assertThat(answersUntilFound(lie)).isEqualTo(AnswerVerifier.SAMPLE - AnswerVerifier.FIRST + 1);
    assertThat(AnswerVerifier.SAMPLE).isLessThanOrEqualTo(50);
  }

  /** Eight questions in turn: each of them is compared some time. */
  @Test
  void everyQuestionHasItsTurn() {
    for (int liar = 0; liar < 8; liar++) {
      AnswerVerifier fresh = new AnswerVerifier("the server");
      int lying = liar;
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 9 * AnswerVerifier.SAMPLE; i++) {
                  boolean lies = i >= AnswerVerifier.FIRST && i % 8 == lying;
                  String body = check(lies ? "{\"allowed\":true}" : DECISION);
                  fresh.require("POST check", ALLOWED, 200, body);
                }
              })
          .hasMessageContaining("/data/reason_code is '' instead of 'granted_by_grant'");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 57, 99})
  void aSingleWrongDecisionOfABatchIsFound(int wrong) {
    String lie = batch(100).replace(id(wrong) + "granted_by_grant", id(wrong) + "another");

    assertThatThrownBy(() -> verifier.require("POST batch", hundred(), 200, lie))
        .hasMessageContaining("/data/decisions/" + wrong + "/reason_code is '\"another\"'");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 99, 101})
  void aBatchOfAnotherLengthIsFound(int length) {
    assertThatCode(() -> verifier.require("POST batch", hundred(), 200, batch(100)))
        .doesNotThrowAnyException();

    assertThatThrownBy(
            () -> new AnswerVerifier("it").require("POST batch", hundred(), 200, batch(length)))
        .hasMessageContaining("/data/decisions/");
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 429, 503})
  void anotherStatusIsFoundInEveryAnswer(int status) {
    require(check(DECISION));

    assertThatThrownBy(() -> verifier.require("POST check", ALLOWED, status, "{}"))
        .hasMessageContaining("status " + status + " instead of 200");
  }

  @Test
  void anAnswerThatIsNoJsonIsFound() {
    assertThatThrownBy(() -> require("<html>")).hasMessageContaining("is not JSON");
  }

  @Test
  void anyTextIsNotNoText() {
    ExpectedAnswer token = ExpectedAnswer.of(201, Map.of("/token", ExpectedAnswer.ANY));

    assertThat(token.difference("{\"token\":\"t\"}")).isEmpty();
    assertThat(token.difference("{\"token\":\"\"}")).isNotEmpty();
    assertThat(token.difference("{}")).isNotEmpty();
  }

  /** Each text of a right answer counts, but for those that are others in each. */
  @Test
  void anAnswerIsComparedWithARightOne() {
    ExpectedAnswer right = ExpectedAnswer.like(200, batch(3), Set.of("decision_id"));

    assertThat(right.difference(200, batch(3).replace("\"2\"", "\"7\""))).isEmpty();
    assertThat(right.difference(200, batch(3).replaceFirst("true", "false")))
        .isEqualTo("/data/decisions/0/allowed is 'false' instead of 'true'");
    assertThat(right.difference(200, batch(2))).contains("/data/decisions/2/");
    assertThat(right.difference(200, batch(4))).startsWith("/data/decisions/3 is");
    assertThat(right.difference(429, batch(3))).isEqualTo("status 429 instead of 200");
  }

  @Test
  void chunksAreReadAsOneText() {
    String body = "5\r\n{\"all\r\n0a;x=y\r\nowed\":true\r\n1\r\n}\r\n0\r\n\r\n";

    assertThat(Chunks.text(("HEAD" + body).getBytes(StandardCharsets.US_ASCII), 4))
        .isEqualTo("{\"allowed\":true}");
  }

  /** The number of lies until one is found, of a server that began with the truth. */
  private int answersUntilFound(String lie) {
    for (int i = 0; i < AnswerVerifier.FIRST; i++) {
      require(check(DECISION));
    }
    for (int i = 1; i <= 2 * AnswerVerifier.SAMPLE; i++) {
      try {
        require(lie);
      } catch (AssertionError e) {
        return i;
      }
    }
    return Integer.MAX_VALUE;
  }

  private void require(String body) {
    verifier.require("POST check", ALLOWED, 200, body);
  }

  private static String check(String decision) {
    return "{\"data\":" + decision + "}";
  }

  private static String batch(int length) {
    return IntStream.range(0, length)
        .mapToObj(DECISION::formatted)
        .collect(Collectors.joining(",", "{\"data\":{\"decisions\":[", "]}}"));
  }

  /** The text of a decision of {@link #batch} between its id and its reason. */
  private static String id(int number) {
    return "\"decision_id\":\"" + number + "\",\"reason_code\":\"";
  }

  private static ExpectedAnswer hundred() {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      texts.put("/data/decisions/" + i + "/allowed", "true");
      texts.put("/data/decisions/" + i + "/reason_code", "granted_by_grant");
    }
    texts.put("/data/decisions/100", ExpectedAnswer.ABSENT);
    return ExpectedAnswer.of(texts);
  }
}
