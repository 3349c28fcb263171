package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import io.iamplane.testing.TestPlatform;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every request that a page prints is answered as the page says. */
abstract class TourCases {

  private static final Pattern ROW =
      Pattern.compile(
          "\\| (GET|POST|PUT|PATCH|DELETE) `([^`]+)` \\| (?:`([^`]+)`|any token) \\|.*");

  private final ObjectMapper mapper = new ObjectMapper();
  private final String page;
  private final Pattern areas;

  @Inject TestPlatform platform;

  /**
   * A page that covers areas.
   *
   * @param areas a pattern of the paths of its operations, after the prefix
   */
  TourCases(String page, String areas) throws IOException {
    this.page = TourPage.text(page);
    this.areas = Pattern.compile(TourPage.PREFIX + areas);
  }

  /** Prepares the tenant for the first request. */
  void beforehand(AdminTenant tenant) {}

  /** Acts for others between two requests. */
  void meanwhile() {}

  /** Like {@link #meanwhile()}, in the tenant of the page. */
  void meanwhile(AdminTenant tenant) {
    meanwhile();
  }

  String page() {
    return page;
  }

  @Test
  void everyRequestIsAnsweredAsThePageSays() throws IOException {
    AdminTenant tenant = new AdminTenant(platform);
    beforehand(tenant);
    Map<String, String> names = new HashMap<>();
    List<String> failures = new ArrayList<>();
    for (TourPage.Step step : TourPage.steps(page)) {
      Response answer = TourPage.send(tenant, step, names, failures);
      List<String> faults = new ArrayList<>();
      if (answer.statusCode() != step.status()) {
        faults.add("status " + answer.statusCode() + " instead of " + step.status());
      }
      if (!operation(step).statuses().contains(Integer.toString(answer.statusCode()))) {
        faults.add("the published document does not know status " + answer.statusCode());
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
      meanwhile(tenant);
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void everyOperationIsRunAndStandsInTheTable() {
    SortedMap<String, String> operations = new TreeMap<>();
    PublishedOperations.all().stream()
        .filter(each -> areas.matcher(each.path()).matches())
        .forEach(each -> operations.put(each.toString(), each.permission()));
    assertThat(operations).isNotEmpty();
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
    TourPage.steps(page).forEach(step -> left.remove(operation(step).toString()));
    assertThat(left).as("operations that the page never runs").isEmpty();
  }

  /** Rows of a table that stand apart from it are shown as text. */
  @Test
  void theTableIsOne() {
    List<String> lines = page.lines().toList();
    for (int i = 1; i < lines.size(); i++) {
      if (ROW.matcher(lines.get(i)).matches()) {
        assertThat(lines.get(i - 1)).as("before %s", lines.get(i)).startsWith("|");
      }
    }
  }

  private static Published operation(TourPage.Step step) {
    return PublishedOperations.answering(step.method(), step.path().replaceFirst("\\?.*", ""));
  }
}
