package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.PublishedAnswers.Answered;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The comparison finds differences that would break a generated client. */
class PublishedAnswersTest {

  private static final String ORGANIZATION =
      """
      {"id": "0192f3c4-5d6e-7f80-8a9b-0c1d2e3f4a5b", "key": "acme", "name": "Acme",
       "kind": "tenant", "status": "active", "policy_version": 1,
       "created_at": "2026-01-02T03:04:05.123456Z"}
      """;

  @Test
  void anAnswerAsDeclaredHasNoFault() {
    assertThat(page("{\"data\": [" + ORGANIZATION + "], \"next_cursor\": null}")).isEmpty();
    assertThat(page("{\"data\": [], \"next_cursor\": \"abc\"}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"data\": []}",
        "{\"data\": [], \"next_cursor\": 1}",
        "{\"data\": [], \"next_cursor\": null, \"more\": true}",
        "{\"data\": [{}], \"next_cursor\": null}",
        "[]",
        "no JSON"
      })
  void whatIsNotDeclaredIsAFault(String body) {
    assertThat(page(body)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0192f3c4-5d6e-7f80-8a9b-0c1d2e3f4a5b/no id",
        "active/resting",
        "2026-01-02T03:04:05.123456Z/yesterday",
        "1,/\"1\",",
        "\"Acme\"/null"
      })
  void aMemberOfAnotherKindIsAFault(String change) {
    String[] parts = change.split("/");
    String changed = ORGANIZATION.replace(parts[0], parts[1]);
    assertThat(changed).isNotEqualTo(ORGANIZATION);
    assertThat(page("{\"data\": [" + changed + "], \"next_cursor\": null}")).isNotEmpty();
  }

  @Test
  void anUndeclaredStatusOrMediaTypeIsAFault() {
    assertThat(faults(202, "application/json", "{}")).singleElement().asString().contains("202");
    assertThat(faults(200, "text/html", "<p>")).singleElement().asString().contains("text/html");
    assertThat(faults(418, "application/problem+json", "{}")).isNotEmpty();
  }

  @Test
  void whatIsNotPublishedIsNotCompared() {
    assertThat(PublishedAnswers.faults(new Answered("GET", "/q/metrics", 200, "text/plain", "x")))
        .isEmpty();
  }

  private static List<String> page(String body) {
    return faults(200, "application/json", body);
  }

  private static List<String> faults(int status, String type, String body) {
    return PublishedAnswers.faults(
        new Answered("GET", AdminTenant.PATH + "organizations", status, type, body));
  }
}
