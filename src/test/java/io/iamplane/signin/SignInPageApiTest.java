package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.signin.federation.ForeignProvider;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every request that {@code docs/sign-in.md} prints is answered as the page says. */
@QuarkusTest
class SignInPageApiTest extends SignInApiFixture {

  private static final Path PAGE = Path.of("docs/sign-in.md");

  private static final Pattern STEP =
      Pattern.compile("```http\n(.*?)```\n\n```text (\\d+)\n(.*?)```", Pattern.DOTALL);

  private static final Pattern NAME = Pattern.compile("<([a-z]+(?:-[a-z]+)*)>");

  private final ForeignProvider upstream = new ForeignProvider();
  private final Map<String, String> names = new HashMap<>();

  @Test
  void everyRequestIsAnsweredAsPrinted() throws Exception {
    names.put("administrator", administratorToken());
    names.put("upstream", upstream.issuer());
    Matcher step = STEP.matcher(Files.readString(PAGE));
    int steps = 0;
    while (step.find()) {
      Response answer = send(step.group(1));
      assertThat(answer.statusCode()).as(step.group(1) + answer).isEqualTo(number(step.group(2)));
      step.group(3).lines().forEach(line -> compare(line, text(answer)));
      steps++;
    }
    assertThat(steps).isEqualTo(30);
  }

  @AfterEach
  void closeTheProvider() {
    upstream.close();
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  private static String text(Response answer) {
    StringBuilder text = new StringBuilder();
    answer
        .headers()
        .forEach(header -> text.append(header.getName() + ": " + header.getValue()).append('\n'));
    return text.append(answer.asString()).toString();
  }

  /** Requires the line in the answer; a new name takes the text in its place. */
  private void compare(String line, String answer) {
    StringBuilder pattern = new StringBuilder();
    Matcher name = NAME.matcher(line);
    int at = 0;
    while (name.find()) {
      pattern.append(Pattern.quote(line.substring(at, name.start())));
      String known = names.get(name.group(1));
      pattern.append(known == null ? "([^\"\\s;&]+)" : Pattern.quote(known));
      at = name.end();
    }
    pattern.append(Pattern.quote(line.substring(at)));
    String whole = pattern.toString();
    if (line.endsWith("?<query>")) {
      whole = whole.replace("([^\"\\s;&]+)", "(\\S+)");
    }
    Matcher found = Pattern.compile(whole).matcher(answer);
    assertThat(found.find()).as("%s in %s", line, answer).isTrue();
    name.reset();
    int group = 1;
    while (name.find()) {
      if (names.get(name.group(1)) == null) {
        names.put(name.group(1), found.group(group++));
      }
    }
  }

  private Response send(String request) {
    String[] parts = request.split("\n\n", 2);
    String[] head = parts[0].strip().split("\n");
    String[] line = head[0].split(" ", 2);
    RequestSpecification sent = given().urlEncodingEnabled(false);
    for (int i = 1; i < head.length; i++) {
      String[] header = head[i].split(": ", 2);
      sent.header(header[0], filled(header[1], false));
    }
    if (parts.length == 2) {
      boolean json = parts[1].startsWith("{");
      sent.contentType(json ? "application/json" : "application/x-www-form-urlencoded")
          .body(filled(parts[1].strip(), !json));
    }
    return sent.request(line[0], filled(line[1], false));
  }

  private String filled(String text, boolean form) {
    return NAME.matcher(text)
        .replaceAll(name -> {
          String value = names.get(name.group(1));
          assertThat(value).as("what <%s> stands for", name.group(1)).isNotNull();
          return Matcher.quoteReplacement(
              form ? URLEncoder.encode(value, StandardCharsets.UTF_8) : value);
        });
  }
}
