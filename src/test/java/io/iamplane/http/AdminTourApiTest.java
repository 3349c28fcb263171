package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every request that {@code docs/admin-api.md} prints is answered as the page says. */
@QuarkusTest
class AdminTourApiTest {

  private static final Pattern AREAS =
      Pattern.compile(
          TourPage.PREFIX
              + "(users|service-accounts|groups|applications|manifests|roles|grants"
              + "|policies-wizard|relations|relation-model|capabilities|audit)(/.*)?");
  private static final Pattern ROW =
      Pattern.compile(
          "\\| (GET|POST|PUT|PATCH|DELETE) `([^`]+)` \\| (?:`([^`]+)`|any token) \\|.*");

  private final ObjectMapper mapper = new ObjectMapper();
  private final String page = TourPage.text();

  @Inject TestPlatform platform;

  AdminTourApiTest() throws IOException {}

  @Test
  void everyRequestIsAnsweredAsThePageSays() throws IOException {
    AdminTenant tenant = new AdminTenant(platform);
    Map<String, String> names = new HashMap<>();
    List<String> failures = new ArrayList<>();
    for (TourPage.Step step : TourPage.steps(page)) {
      Response answer = TourPage.send(tenant, step, names, failures);
      List<String> faults = new ArrayList<>();
      if (answer.statusCode() != step.status()) {
        faults.add("status " + answer.statusCode() + " instead of " + step.status());
      }
      if (answer.contentType().contains("json")) {
        JsonNode shown = mapper.readTree(step.answer());
        TourPage.compare("", shown, mapper.readTree(answer.asString()), names, faults);
      } else if (!answer.asString().startsWith(step.answer())) {
        faults.add("does not begin so");
      }
      if (!faults.isEmpty()) {
        failures.add("%s: %s in %s".formatted(step, faults, answer.asString()));
      }
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void everyOperationIsRunAndStandsInTheTable() throws IOException {
    SortedMap<String, String> operations = operations();
    SortedMap<String, String> listed = new TreeMap<>();
    page.lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(row ->
            assertThat(
                    listed.put(
                        row.group(1) + " " + TourPage.PREFIX + row.group(2),
                        row.group(3) == null ? "" : row.group(3)))
                .as("listed twice: %s", row.group())
                .isNull());
    assertThat(listed).isEqualTo(operations);

    TreeSet<String> left = new TreeSet<>(operations.keySet());
    TourPage.steps(page).forEach(step -> left.remove(operation(step, operations)));
    assertThat(left).as("operations that the page never runs").isEmpty();
  }

  @Test
  void thePageShowsThreeKindsOfRefusal() throws IOException {
    assertThat(TourPage.steps(page)).extracting(TourPage.Step::status).contains(404, 409, 422);
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

  /** The golden document's operations of the areas that the page covers, with their permission. */
  private SortedMap<String, String> operations() throws IOException {
    JsonNode golden =
        mapper.readTree(Files.readString(Path.of("src/test/resources/golden/openapi.json")));
    SortedMap<String, String> operations = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : golden.path("paths").properties()) {
      if (AREAS.matcher(path.getKey()).matches()) {
        path.getValue()
            .properties()
            .forEach(each ->
                operations.put(
                    each.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                    each.getValue().path("x-iam-permission").asText("")));
      }
    }
    assertThat(operations).hasSizeGreaterThan(50);
    return operations;
  }

  /** The operation that answers a step; of several that fit the one with the fewest parameters. */
  private static String operation(TourPage.Step step, SortedMap<String, String> operations) {
    String called = step.method() + " " + step.path().replaceFirst("\\?.*", "");
    return operations.keySet().stream()
        .filter(each -> called.matches(each.replaceAll("\\{[^}]+}", "[^/]+")))
        .min((a, b) -> Long.compare(parameters(a), parameters(b)))
        .orElse("");
  }

  private static long parameters(String operation) {
    return operation.chars().filter(each -> each == '{').count();
  }
}
