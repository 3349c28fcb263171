package io.iamplane.http.cors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.PublishedOperations;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A header that the document names and a browser keeps from scripts would be missing there. */
class CrossOriginHeadersTest {

  private static List<String> names(String list) {
    return Arrays.stream(list.split(",")).map(CrossOriginHeadersTest::name).toList();
  }

  private static String name(String header) {
    return header.strip().toLowerCase(Locale.ROOT);
  }

  private static Stream<JsonNode> found(String member) {
    return PublishedOperations.document().findValues(member).stream();
  }

  @Test
  void everyHeaderOfARequestMayBeSent() {
    List<String> documented =
        found("parameters")
            .flatMap(parameters -> parameters.valueStream())
            .filter(parameter -> parameter.path("in").asText().equals("header"))
            .map(parameter -> name(parameter.path("name").asText()))
            .distinct()
            .toList();
    assertThat(documented).contains("idempotency-key", "if-match");
    assertThat(names(CrossOrigin.REQUEST_HEADERS)).containsAll(documented);
  }

  @Test
  void everyHeaderOfAnAnswerMayBeRead() {
    List<String> documented =
        found("headers")
            .flatMap(headers -> headers.propertyStream())
            .map(header -> name(header.getKey()))
            .distinct()
            .toList();
    assertThat(names(CrossOrigin.ANSWER_HEADERS))
        .containsAll(documented)
        .contains("etag", "location", "retry-after", "correlation-id", "www-authenticate");
  }

  @Test
  void everyMethodMayBeUsed() {
    assertThat(names(CrossOrigin.METHODS))
        .containsAll(
            PublishedOperations.all().stream()
                .map(each -> name(each.method()))
                .distinct()
                .toList());
  }
}
