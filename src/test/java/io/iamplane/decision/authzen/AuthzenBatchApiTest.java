package io.iamplane.decision.authzen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.quarkus.test.junit.QuarkusTest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** AuthZEN's rules for a batch. */
@QuarkusTest
class AuthzenBatchApiTest extends DocsTenant {

  @Test
  void aBatchAnswersInOrderAndBare() {
    assertThat(
            batch(
                "{'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'read'},"
                    + " 'evaluations': [{'resource': {'type': 'doc', 'id': 'd1'}},"
                    + " {'resource': {'type': 'doc', 'id': 'd2'}}]}"))
        .isEqualTo("{\"evaluations\":[" + TRUE + "," + FALSE + "]}");
  }

  @Test
  void withoutItemsItIsASingleEvaluation() {
    assertThat(batch("{" + ANN + "}")).isEqualTo(TRUE);
    assertThat(batch("{" + ANN + ", 'evaluations': []}")).isEqualTo(TRUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // item | answer
        "{}                                                    | true",
        "{'subject': {'type': 'user', 'id': 'bob'}}            | false",
        "{'subject': {'type': 'robot', 'id': 'ann'}}           | false",
        "{'action': {'name': 'fly'}}                           | false",
        "{'resource': {'type': 'doc', 'id': 'd2'}}             | false",
        "{'resource': {'type': 'doc', 'id': 'd1'}}             | true",
        "{'context': {'application': 'nowhere'}}               | false",
        "{'context': {}}                                       | true"
      })
  void anItemsMemberReplacesTheDefault(String item, boolean allowed) {
    assertThat(batch("{" + ANN + ", 'evaluations': [" + item + "]}"))
        .isEqualTo("{\"evaluations\":[" + (allowed ? TRUE : FALSE) + "]}");
  }

  /** Its type, id or name; never its properties. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // item | answer
        "{'subject': {}}                            | true",
        "{'subject': {'id': 'ann'}}                 | true",
        "{'subject': {'id': 'bob'}}                 | false",
        "{'subject': {'type': 'user'}}              | true",
        "{'action': {'properties': {'by': 'post'}}} | true",
        "{'resource': {'id': 'd1'}}                 | true",
        "{'resource': {'id': 'd2'}}                 | false",
        "{'resource': {'type': 'page'}}             | false"
      })
  void whatAnItemsObjectLacksComesFromTheDefault(String item, boolean allowed) {
    assertThat(batch("{" + ANN + ", 'evaluations': [" + item + "]}"))
        .isEqualTo("{\"evaluations\":[" + (allowed ? TRUE : FALSE) + "]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'subject': null}        | subject must be an object",
        "{'subject': 7}           | subject must be an object",
        "{'subject': {'id': 7}}   | subject.id must be a string",
        "{'action': {'name': ''}} | action.name must be a string",
        "{'context': null}        | context must be an object"
      })
  void whatIsWrongInAnItemIsNotTakenFromTheDefault(String item, String error) {
    post(token, EVALUATIONS, "{" + ANN + ", 'evaluations': [" + item + ", {}]}")
        .then()
        .statusCode(200)
        .body("evaluations.decision", equalTo(List.of(false, true)))
        .body("evaluations[0].context.error.status", equalTo(400))
        .body("evaluations[0].context.error.message", startsWith(error));
  }

  /** A default that lacks it as well, or that is no object, gives nothing. */
  @Test
  void whatBothLackIsMissing() {
    for (String resource : List.of("{'type': 'doc'}", "7", "{'properties': {'id': 'd1'}}")) {
      post(
              token,
              EVALUATIONS,
              "{'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'read'}, 'resource': "
                  + resource
                  + ", 'evaluations': [{'resource': {'properties': {}}}, {'resource': {'type':"
                  + " 'doc', 'id': 'd1'}}]}")
          .then()
          .statusCode(200)
          .body("evaluations.decision", equalTo(List.of(false, true)))
          .body("evaluations[0].context.error.message", endsWith("is required"));
    }
  }

  @Test
  void aLargeDefaultIsReadOnceAndOneBeyondTheBoundsIsRefused() {
    String thousand = ", 'evaluations': [{}" + ", {}".repeat(999) + "]}";
    String large = "'context': {'x': ['a'" + (",'" + "x".repeat(97) + "'").repeat(9_000) + "]}";
    assertThat(post(token, EVALUATIONS, "{" + ANN + "," + large + thousand).statusCode())
        .isEqualTo(200);
    String wide = "'context': {'x': [0" + ",0".repeat(20_000) + "]}";
    assertThat(post(token, EVALUATIONS, "{" + ANN + "," + wide + "}").statusCode()).isEqualTo(400);
  }

  @Test
  void propertiesAreNeverMerged() {
    String body =
        "{'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'send', 'properties':"
            + " {'by': 'post'}}, 'resource': {'type': 'doc', 'id': 'x', 'properties': {'size': 1}},"
            + " 'context': {'hour': 9}, 'evaluations': [%s]}";
    assertThat(batch(body.formatted("{}"))).contains(TRUE);
    assertThat(batch(body.formatted("{'resource': {'type': 'doc', 'id': 'y'}}"))).contains(FALSE);
    assertThat(
            batch(
                body.formatted(
                    "{'resource': {'type': 'doc', 'id': 'x', 'properties': {'size': 2}}}")))
        .contains(TRUE);
    assertThat(batch(body.formatted("{'action': {'name': 'send'}}"))).contains(FALSE);
    assertThat(batch(body.formatted("{'context': {'day': 1}}"))).contains(FALSE);
  }

  @Test
  void aBadItemIsDeniedAndTheOthersAreNot() {
    post(
            token,
            EVALUATIONS,
            "{'action': {'name': 'read'}, 'resource': {'type': 'doc', 'id': 'd1'}, 'evaluations':"
                + " [{'subject': {'type': 'user', 'id': 'ann'}}, {}, 7, {'subject': {'type':"
                + " 'user', 'id': 'ann'}}]}")
        .then()
        .statusCode(200)
        .body("evaluations.decision", equalTo(List.of(true, false, false, true)))
        .body("evaluations[0].context", nullValue())
        .body("evaluations[1].context.error.status", equalTo(400))
        .body("evaluations[1].context.error.message", equalTo("subject is required"))
        .body("evaluations[2].context.error.message", equalTo("an evaluation must be an object"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "execute_all            | d1,d2,d1 | true,false,true",
        "deny_on_first_deny     | d1,d2,d1 | true,false",
        "deny_on_first_deny     | d1,d1    | true,true",
        "permit_on_first_permit | d2,d1,d2 | false,true",
        "permit_on_first_permit | d2,d2    | false,false"
      })
  void aSemanticTruncatesTheAnswers(String semantic, String docs, String answers) {
    StringBuilder items = new StringBuilder();
    for (String doc : docs.split(",", -1)) {
      items
          .append(items.isEmpty() ? "" : ",")
          .append("{'resource': {'type': 'doc', 'id': '" + doc + "'}}");
    }
    List<Boolean> expected = Arrays.stream(answers.split(",", -1)).map(Boolean::valueOf).toList();
    post(
            token,
            EVALUATIONS,
            "{%s, 'options': {'evaluations_semantic': '%s'}, 'evaluations': [%s]}"
                .formatted(ANN, semantic, items))
        .then()
        .statusCode(200)
        .body("evaluations.decision", equalTo(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'options': {'evaluations_semantic': 'any'}, 'evaluations': [{}]",
        "'options': {'evaluations_semantic': 7}, 'evaluations': [{}]",
        "'options': 7, 'evaluations': [{}]",
        "'evaluations': {}",
        "'evaluations': 'all'"
      })
  void aBadBatchIs400(String members) {
    assertThat(post(token, EVALUATIONS, "{" + ANN + ", " + members + "}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aBatchHoldsAThousand() {
    String body = "{" + ANN + ", 'evaluations': [{}%s]}";
    assertThat(post(token, EVALUATIONS, body.formatted(", {}".repeat(999))).statusCode())
        .isEqualTo(200);
    assertThat(post(token, EVALUATIONS, body.formatted(", {}".repeat(1_000))).statusCode())
        .isEqualTo(400);
  }
}
