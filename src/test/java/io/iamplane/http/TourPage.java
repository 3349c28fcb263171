package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.AdminTenant;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The requests that a page prints, each with a part of its answer. */
final class TourPage {

  static final String ADMIN = "docs/admin-api.md";
  static final String PREFIX = "/api/iam/v1/";

  private static final Pattern NAME = Pattern.compile("<([a-z0-9-]+)>");
  private static final Pattern BARE_NAME = Pattern.compile("(?<=[\"']: )(<[a-z0-9-]+>)");
  private static final String BARE = "no text ";
  private static final Pattern FENCE = Pattern.compile("```(\\S*) ?(.*)");

  private static final Set<String> ANSWERS = Set.of("json", "text");

  private TourPage() {}

  static String text(String page) throws IOException {
    return Files.readString(Path.of(page));
  }

  /** A request, and the part of its answer that is printed under it. */
  record Step(
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

  /** Everything shown has to be there and equal; a list in its whole length. */
  static void compare(
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
    } else if (!(shown.isTextual() && !real.isMissingNode()
        ? captured(shown.textValue(), real, names)
        : shown.equals(real))) {
      faults.add(
          "%s is %s, not %s".formatted(place, real.isMissingNode() ? "absent" : real, shown));
    }
  }

  /** Compares a value; the first use of a name defines it, as a text or as any other value. */
  private static boolean captured(String shown, JsonNode real, Map<String, String> names) {
    boolean bare = shown.startsWith(BARE);
    if (bare == real.isTextual()) {
      return false;
    }
    String named = bare ? shown.substring(BARE.length()) : shown;
    Matcher name = NAME.matcher(named);
    if (name.matches()) {
      names.putIfAbsent(name.group(1), text(real));
    }
    return filled(named, names).equals(text(real));
  }

  /** Quotes bare names, which stand for values other than texts; JSON has no such thing. */
  static String json(String answer) {
    return BARE_NAME.matcher(answer).replaceAll("\"" + BARE + "$1\"");
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static String filled(String text, Map<String, String> names) {
    return NAME.matcher(text)
        .replaceAll(
            name -> Matcher.quoteReplacement(names.getOrDefault(name.group(1), name.group())));
  }

  static Response send(
      AdminTenant tenant, Step step, Map<String, String> names, List<String> failures) {
    String path = filled(step.path(), names);
    String body = filled(step.body(), names);
    if (NAME.matcher(path + body).find()) {
      failures.add(step + ": uses a name that no answer gave");
    }
    // A printed token is another administrator's: that of the page's reader is left out.
    RequestSpecification request =
        step.headers().containsKey("Authorization")
            ? tenant.second().request()
            : tenant.request().headers(step.headers());
    if (!body.isEmpty()) {
      request.contentType(ContentType.JSON).body(body);
    }
    return request.request(step.method(), path);
  }

  /** The requests of a page, in order. */
  static List<Step> steps(String text) {
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
        } else if (ANSWERS.contains(fence.group(1)) && !request.isEmpty()) {
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
    return new Step(heading, number, first[0], first[1], headers, body, code, json(answer));
  }
}
