package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every request that {@code docs/admin-api.md} prints is answered as the page says. */
@QuarkusTest
class AdminTourApiTest {

  private static final String PREFIX = "/api/iam/v1/";
  private static final Pattern AREAS =
      Pattern.compile(
          PREFIX
              + "(users|service-accounts|groups|applications|manifests|roles|grants"
              + "|policies-wizard|relations|relation-model|capabilities)(/.*)?");
  private static final Pattern NAME = Pattern.compile("<([a-z0-9-]+)>");
  private static final Pattern FENCE = Pattern.compile("```(\\S*) ?(.*)");
  private static final Pattern ROW =
      Pattern.compile(
          "\\| (GET|POST|PUT|PATCH|DELETE) `([^`]+)` \\| (?:`([^`]+)`|any token) \\|.*");

  private final ObjectMapper mapper = new ObjectMapper();
  private final String page = Files.readString(Path.of("docs/admin-api.md"));

  @Inject TestPlatform platform;

  AdminTourApiTest() throws IOException {}

  /** A request, and the part of its answer that is printed under it. */
  private record Step(
      String heading,
      int number,
      String method,
      String path,
      Map<String, String> headers,
      String body,
      int status,
      String answer) {

    @Override
    public String toString() {
      return "%s, request %d (%s %s)".formatted(heading, number, method, path);
    }
  }

  @Test
  void everyRequestIsAnsweredAsThePageSays() throws IOException {
    AdminTenant tenant = new AdminTenant(platform);
    Map<String, String> names = new HashMap<>();
    List<String> failures = new ArrayList<>();
    for (Step step : steps(page)) {
      Response answer = send(tenant, step, names, failures);
      List<String> faults = new ArrayList<>();
      if (answer.statusCode() != step.status()) {
        faults.add("status " + answer.statusCode() + " instead of " + step.status());
      }
      compare("", mapper.readTree(step.answer()), json(answer), names, faults);
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
                        row.group(1) + " " + PREFIX + row.group(2),
                        row.group(3) == null ? "" : row.group(3)))
                .as("listed twice: %s", row.group())
                .isNull());
    assertThat(listed).isEqualTo(operations);

    TreeSet<String> left = new TreeSet<>(operations.keySet());
    steps(page).forEach(step -> left.remove(operation(step, operations)));
    assertThat(left).as("operations that the page never runs").isEmpty();
  }

  @Test
  void thePageShowsThreeKindsOfRefusal() throws IOException {
    assertThat(steps(page)).extracting(Step::status).contains(404, 409, 422);
  }

  @Test
  void pageWithoutRequestsOrAnswersIsNone() {
    assertThatThrownBy(() -> steps("# A page\n\nWords.\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no request");
    assertThatThrownBy(() -> steps("# A page\n\n```http\nGET /x\n```\n\nWords.\n"))
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
    compare("", quoted(shown), quoted(real), names, faults);
    return faults;
  }

  private JsonNode quoted(String text) throws IOException {
    return mapper.readTree(text.replace('\'', '"'));
  }

  private JsonNode json(Response answer) throws IOException {
    return answer.contentType().contains("json")
        ? mapper.readTree(answer.asString())
        : mapper.missingNode();
  }

  /** Everything shown has to be there and equal; a list in its whole length. */
  private static void compare(
      String place, JsonNode shown, JsonNode real, Map<String, String> names, List<String> faults) {
    if (shown.isObject() && real.isObject()) {
      shown
          .properties()
          .forEach(member ->
              compare(
                  place + "/" + member.getKey(),
                  member.getValue(),
                  real.path(member.getKey()),
                  names,
                  faults));
    } else if (shown.isArray() && real.isArray() && shown.size() == real.size()) {
      for (int i = 0; i < shown.size(); i++) {
        compare(place + "/" + i, shown.get(i), real.get(i), names, faults);
      }
    } else if (!(shown.isTextual() && real.isTextual()
        ? captured(shown.textValue(), real.textValue(), names)
        : shown.equals(real))) {
      faults.add(
          "%s is %s, not %s".formatted(place, real.isMissingNode() ? "absent" : real, shown));
    }
  }

  /** Compares, and on a name's first use learns what it stands for. */
  private static boolean captured(String shown, String real, Map<String, String> names) {
    Matcher name = NAME.matcher(shown);
    if (name.matches()) {
      names.putIfAbsent(name.group(1), real);
    }
    return filled(shown, names).equals(real);
  }

  private static String filled(String text, Map<String, String> names) {
    return NAME.matcher(text)
        .replaceAll(
            name -> Matcher.quoteReplacement(names.getOrDefault(name.group(1), name.group())));
  }

  private static Response send(
      AdminTenant tenant, Step step, Map<String, String> names, List<String> failures) {
    String path = filled(step.path(), names);
    String body = filled(step.body(), names);
    if (NAME.matcher(path + body).find()) {
      failures.add(step + ": uses a name that no answer gave");
    }
    RequestSpecification request = tenant.request().headers(step.headers());
    if (!body.isEmpty()) {
      request.contentType(ContentType.JSON).body(body);
    }
    return request.request(step.method(), path);
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
  private static String operation(Step step, SortedMap<String, String> operations) {
    String called = step.method() + " " + step.path().replaceFirst("\\?.*", "");
    return operations.keySet().stream()
        .filter(each -> called.matches(each.replaceAll("\\{[^}]+}", "[^/]+")))
        .min((a, b) -> Long.compare(parameters(a), parameters(b)))
        .orElse("");
  }

  private static long parameters(String operation) {
    return operation.chars().filter(each -> each == '{').count();
  }

  /** The requests of a page, in order. */
  private static List<Step> steps(String text) {
    List<Step> steps = new ArrayList<>();
    Iterator<String> lines = text.lines().iterator();
    String heading = "";
    List<String> request = List.of();
    int number = 0;
    while (lines.hasNext()) {
      String line = lines.next();
      Matcher fence = FENCE.matcher(line);
      if (!request.isEmpty() && !fence.matches()) {
        assertThat(line).as("no answer under %s, request %d", heading, number).isBlank();
      } else if (line.startsWith("#")) {
        heading = line.replaceFirst("#+ ", "");
        number = 0;
      } else if (fence.matches()) {
        List<String> block = block(lines);
        if (fence.group(1).equals("http")) {
          assertThat(request).as("no answer under %s, request %d", heading, number).isEmpty();
          request = block;
          number++;
        } else if (fence.group(1).equals("json") && !request.isEmpty()) {
          steps.add(step(heading, number, request, fence.group(2), String.join("\n", block)));
          request = List.of();
        }
      }
    }
    assertThat(request).as("no answer under %s, request %d", heading, number).isEmpty();
    assertThat(steps).as("no request on the page").isNotEmpty();
    return steps;
  }

  private static List<String> block(Iterator<String> lines) {
    List<String> block = new ArrayList<>();
    for (String line = lines.next(); !line.equals("```"); line = lines.next()) {
      block.add(line);
    }
    return block;
  }

  private static Step step(
      String heading, int number, List<String> request, String status, String answer) {
    String[] first = request.getFirst().split(" ", 2);
    int end = request.indexOf("");
    Map<String, String> headers =
        request.subList(1, end < 0 ? request.size() : end).stream()
            .map(line -> line.split(": ", 2))
            .collect(Collectors.toMap(header -> header[0], header -> header[1]));
    String body = end < 0 ? "" : String.join("\n", request.subList(end + 1, request.size()));
    int code = status.isEmpty() ? 200 : Integer.parseInt(status);
    return new Step(heading, number, first[0], first[1], headers, body, code, answer);
  }
}
