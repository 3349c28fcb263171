package io.iamplane.governance.simulation.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.IamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits of questions that are saved, and of those that were. */
class AskedProbeTest {

  private static final String QUESTION =
      "{'subject': 'user:a', 'permission': 'a:b', 'context': {'n': %s}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 1e300] | question.context.n[1]",
        "1e-300 | question.context.n",
        "9007199254740992 | question.context.n",
        "{'a': 'x\\u0000'} | question.context.n.a",
        "{'x\\u0000': 1} | question.context.n",
        "[{'a': '\\ud800'}] | question.context.n[0].a"
      })
  void aQuestionThatCannotBeStoredIsRefusedByPlace(String value, String place) {
    assertThatExceptionOfType(IamException.class)
        .isThrownBy(() -> AskedProbe.check(probe(QUESTION.formatted(value)), "question"))
        .satisfies(e -> assertThat(e.errors()).containsOnlyKeys(place));
  }

  @Test
  void aQuestionOfBoundsIsSaved() {
    String value = "[0, -0.5, 1e-15, 9007199254740991, true, null, '\\ud83d\\ude00']";
    AskedProbe.check(probe(QUESTION.formatted(value)), "question");
  }

  @Test
  void aSavedQuestionThatIsStoredLongerIsAsked() {
    ProbeBody probe = probe(QUESTION.formatted("'" + "x".repeat(9_000) + "'"));
    assertThatExceptionOfType(IamException.class)
        .isThrownBy(() -> AskedProbe.check(probe, "question"));
    assertThat(AskedProbe.saved("id", probe, "question").name()).isEqualTo("n");
  }

  private static ProbeBody probe(String question) {
    try {
      return new ProbeBody(
          "n", new ObjectMapper().readTree(question.replace('\'', '"')), Outcome.DENY);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
