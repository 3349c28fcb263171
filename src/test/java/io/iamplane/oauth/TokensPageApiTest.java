package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.testing.DpopKey;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every request that {@code docs/tokens.md} prints is answered as the page says. */
@QuarkusTest
class TokensPageApiTest extends PresentedTokenApiFixture {

  private static final Path PAGE = Path.of("docs/tokens.md");
  private static final Pattern FENCE =
      Pattern.compile("```(http|json)( \\d+)?\n(.*?)```", Pattern.DOTALL);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<String, String> names = new HashMap<>();

  /** A request of the page, and the part of its answer shown there. */
  private static final class Step {
    private final String request;
    private int status = 200;
    private String answer = "";

    Step(String request) {
      this.request = request;
    }
  }

  @Test
  void everyRequestIsAnsweredAsPrinted() throws Exception {
    Machine machine = machine("['iam:users.read']");
    DpopKey key = new DpopKey();
    names.put("machine", basic(machine));
    names.put("id", machine.id());
    names.put("proof", key.proof("POST", "/oauth/token"));
    names.put("application", basic(resourceServer()));
    names.put("stranger", basic(machine()));
    List<Step> steps = steps();
    assertThat(steps).hasSizeGreaterThan(5);
    for (Step step : steps) {
      Response answer = send(step.request);
      assertThat(answer.statusCode()).as(step.request).isEqualTo(step.status);
      JsonNode real = MAPPER.readTree(answer.asString());
      MAPPER
          .readTree(filled(step.answer))
          .properties()
          .forEach(shown ->
              assertThat(real.path(shown.getKey()))
                  .as(step.request + ": " + shown.getKey())
                  .isEqualTo(shown.getValue()));
      String token = real.path("access_token").textValue();
      if (token != null && real.path("token_type").textValue().equals("DPoP")) {
        names.put("bound-token", token);
        names.put("proof-of-use", key.proof("GET", "/oauth/userinfo", token));
      } else if (token != null) {
        names.put("token", token);
      }
    }
  }

  private Response send(String request) {
    String[] parts = request.split("\n\n", 2);
    String[] head = parts[0].strip().split("\n");
    String[] line = head[0].split(" ", 2);
    RequestSpecification sent = given();
    for (int i = 1; i < head.length; i++) {
      String[] header = head[i].split(": ", 2);
      sent = sent.header(header[0], filled(header[1]));
    }
    if (parts.length == 2) {
      sent = sent.contentType(Form.MEDIA_TYPE).body(filled(parts[1].strip()));
    }
    return sent.request(line[0], line[1]);
  }

  private String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      filled = filled.replace("<" + name.getKey() + ">", name.getValue());
    }
    return filled;
  }

  private static List<Step> steps() throws Exception {
    List<Step> steps = new ArrayList<>();
    Matcher fence = FENCE.matcher(Files.readString(PAGE));
    while (fence.find()) {
      if (fence.group(1).equals("http")) {
        steps.add(new Step(fence.group(3)));
      } else {
        Step last = steps.getLast();
        last.answer = fence.group(3).strip();
        last.status = fence.group(2) == null ? 200 : Integer.parseInt(fence.group(2).strip());
      }
    }
    return steps;
  }

  private static String basic(Machine machine) {
    return Base64.getEncoder()
        .encodeToString(
            (machine.clientId() + ":" + machine.secret()).getBytes(StandardCharsets.UTF_8));
  }
}
