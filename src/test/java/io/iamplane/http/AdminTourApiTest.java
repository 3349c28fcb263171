package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every request that {@code docs/admin-api.md} prints is answered as the page says. */
@QuarkusTest
class AdminTourApiTest extends TourCases {

  private final ObjectMapper mapper = new ObjectMapper();

  AdminTourApiTest() throws IOException {
    super(
        TourPage.ADMIN,
        "(?!grants/[^/]+/activate)(capabilities|users|service-accounts|groups|applications|manifests"
            + "|identity-provider|roles|grants|policies-wizard|relations|relation-model|audit)"
            + "(/.*)?");
  }

  @Test
  void thePageShowsThreeKindsOfRefusal() {
    assertThat(TourPage.steps(page())).extracting(TourPage.Step::status).contains(404, 409, 422);
  }

  @Test
  void pageWithoutRequestsOrAnswersIsNone() {
    assertThatThrownBy(() -> TourPage.steps("# A page\n\nWords.\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no request");
    assertThatThrownBy(() -> TourPage.steps("# A page\n\n```http\nGET /x\n```\n\nWords.\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no answer")
        .hasMessageContaining("A page, request 1");
  }

  @Test
  void whatIsPrintedHasToBeInTheAnswer() throws IOException {
    Map<String, String> names = new HashMap<>();
    assertThat(faults("{'id': '<ann>'}", "{'id': '7', 'name': 'Ann'}", names)).isEmpty();
    assertThat(names).containsExactly(Map.entry("ann", "7"));
    assertThat(faults("{'id': '<ann>'}", "{'id': '8'}", names)).hasSize(1);
    assertThat(faults("{'subject': 'user:<ann>'}", "{'subject': 'user:7'}", names)).isEmpty();
    assertThat(faults("{'a': {'b': [1, 2]}}", "{'a': {'b': [1, 3]}}", names))
        .singleElement()
        .asString()
        .startsWith("/a/b/1 ");
    assertThat(faults("{'a': [1]}", "{'a': [1, 2]}", names)).hasSize(1);
    assertThat(faults("{'a': null}", "{}", names)).hasSize(1);
    assertThat(faults("{'a': {}}", "{'a': 1}", names)).hasSize(1);
    assertThat(faults("{'a': '<count>'}", "{'a': 1}", names)).as("a number as text").hasSize(1);
    assertThat(faults(TourPage.json("{'a': <count>}").replace('"', '\''), "{'a': 1}", names))
        .isEmpty();
    assertThat(faults(TourPage.json("{'a': <count>}").replace('"', '\''), "{'a': '1'}", names))
        .as("a text as number")
        .hasSize(1);
  }

  private List<String> faults(String shown, String real, Map<String, String> names)
      throws IOException {
    List<String> faults = new ArrayList<>();
    TourPage.compare("", quoted(shown), quoted(real), names, faults);
    return faults;
  }

  private JsonNode quoted(String text) throws IOException {
    return mapper.readTree(text.replace('\'', '"'));
  }
}
