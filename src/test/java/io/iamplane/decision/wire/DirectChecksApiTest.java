package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks are answered on their connection or by the framework, with equal results. A body without
 * an announced length goes through the framework, so both paths can be compared.
 */
@QuarkusTest
class DirectChecksApiTest extends ShopTenant {

  private static final String READ = "'subject': 'user:ann', 'permission': 'shop:order.read'";

  @Inject MeterRegistry meters;

  /** A new one for each test: the server closes connections that are idle between them. */
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @BeforeEach
  void bothWaysKnowTheToken() throws Exception {
    ask("check", "{" + READ + "}", false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "check | {'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42'}",
        "check | {'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:7'}",
        "check | {'subject': 'user:bob', 'permission': 'shop:nothing'}",
        "check | {'subject': 'user:ann', 'permission': 'shop:order.pay', 'current_aal': 'aal1'}",
        "check | {'subject': 'user:ann', 'relation': 'buyer', 'resource': 'order:1', 'context':"
            + " {'ä': '\u00fc'}}",
        "check | {'subject': 'user:ann', 'permission': 'shop:order.read', 'at_least': 900000}",
        "batch | {'subject': 'user:ann', 'permission': 'shop:order.read', 'checks': [{},"
            + " {'resource': 'order:42'}]}",
        "/access/v1/evaluation | {'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name':"
            + " 'shop:order.read'}, 'resource': {'type': 'order', 'id': '42'}}",
        "/access/v1/evaluation | {'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name':"
            + " 'shop:order.pay'}, 'resource': {'type': 'order', 'id': '42'}, 'context':"
            + " {'explain': true}}",
        "batch | {'subject': 'user:ann', 'permission': 'shop:order.read', 'semantic':"
            + " 'permit_on_first_permit', 'checks': [{}, {'resource': 'order:42'}, {}]}"
      })
  void answersAreAlikeAndTheFirstIsDirect(String endpoint, String body) throws Exception {
    double before = direct();
    Shown straight = ask(endpoint, body, false);
    boolean waits = body.contains("at_least");
    assertThat(direct() - before).isEqualTo(waits ? 0 : 1);

    Shown framework = ask(endpoint, body, true);

    assertThat(direct() - before).isEqualTo(waits ? 0 : 1);
    assertThat(straight).isEqualTo(framework);
    assertThat(straight.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "check | {'permission': 'shop:order.read'}",
        "check | {'subject': 'user:ann', 'permission': 'shop:order.read', 'other': 1}",
        "check | {'subject': 'user:ann', 'permission': 'a:b', 'organization': 'elsewhere'}",
        "check | []",
        "check | {",
        "check | {} {}",
        "check | {'a': 1, 'a': 2}",
        "batch | {'checks': []}",
        "/access/v1/evaluation | {'subject': {'type': 'user'}, 'action': {'name': 'a'}}",
        "/access/v1/evaluation | {",
        "batch | {'checks': [{'subject': 'user:ann'}, 7]}"
      })
  void refusalsAreTheFrameworksOwn(String endpoint, String body) throws Exception {
    double before = direct();
    Shown straight = ask(endpoint, body, false);
    assertThat(straight).isEqualTo(ask(endpoint, body, true));
    assertThat(straight.status()).isBetween(400, 422);
    assertThat(direct()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Accept | text/plain | 406",
        "Content-Type | text/plain | 415",
        "Content-Type | application/json;charset=iso-8859-1 | 200",
        "Origin | https://panel.example.com | 200"
      })
  void whatIsNotPlainGoesTheFrameworksWay(String header, String value, int status)
      throws Exception {
    double before = direct();
    HttpRequest request =
        request("check", BodyPublishers.ofString(json("{" + READ + "}")), token, "")
            .setHeader(header, value)
            .build();
    assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(status);
    assertThat(direct()).isEqualTo(before);
  }

  /** A request read by the direct path and then passed on was once answered with 500. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "check | {'subject': 'user:ann', 'permission': 'shop:order.read'} | 200",
        "check | {'subject': 'user:ann', 'permission': 'shop:order.read', 'at_least': 9} | 200",
        "check | { | 400",
        "check | {'permission': 'shop:order.read'} | 422",
        "/access/v1/evaluation | {'subject': {'type': 'user'}, 'action': {'name': 'a'}} | 400"
      })
  void http2IsAnsweredAlike(String endpoint, String body, int status) throws Exception {
    double before = direct();
    Shown first = ask(endpoint, body, false);
    try (HttpClient multiplexed =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      HttpRequest request =
          request(endpoint, BodyPublishers.ofString(json(body)), token, "").build();
      for (int i = 0; i < 2; i++) {
        HttpResponse<String> answer = multiplexed.send(request, BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.statusCode()).isEqualTo(status).isEqualTo(first.status());
      }
    }
    assertThat(direct() - before).isLessThanOrEqualTo(1);
  }

  @Test
  void aQueryIsRefused() throws Exception {
    HttpRequest request =
        request("check", BodyPublishers.ofString(json("{" + READ + "}")), token, "?a=b").build();
    assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(422);
  }

  @Test
  void aCallerWithoutThePermissionIsRefusedOnce() throws Exception {
    IssuedClient stranger = platform.clientWithoutRights(tenant);
    String other = platform.token(stranger);
    double before = denied();
    HttpRequest request =
        request("check", BodyPublishers.ofString(json("{" + READ + "}")), other, "").build();
    // The first one verifies the token, the second one finds it.
    for (int i = 1; i <= 2; i++) {
      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
      assertThat(denied() - before).isEqualTo(i);
    }
  }

  @Test
  void whatTakesLongLeavesTheLoop() throws Exception {
    String heavy =
        "{"
            + READ
            + ", 'resource': 'order:7', 'context': {'list': [%s]}, 'checks': [{}, {}, {}, {}, {}]}"
                .formatted(
                    IntStream.range(0, 2_000)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",")));
    record(
        tenant,
        recording ->
            grants.create(
                recording,
                NewGrant.permission(new SubjectRef("user", "ann"), "shop:order.read")
                    .when("context.list.exists(x, x == context.none)")
                    .build()));
    double before = direct();
    assertThat(raw("batch", heavy, false).statusCode()).isEqualTo(200);
    assertThat(direct()).isEqualTo(before);
    assertThat(raw("batch", "{" + READ + ", 'checks': [{}, {}, {}]}", false).statusCode())
        .isEqualTo(200);
    assertThat(direct()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @CsvSource({"100, 1", "101, 0"})
  void largeBatchesLeaveTheLoop(int checks, int straight) throws Exception {
    String list = IntStream.range(0, checks).mapToObj(_ -> "{}").collect(Collectors.joining(","));
    double before = direct();
    Shown answer = ask("batch", "{" + READ + ", 'checks': [" + list + "]}", false);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(direct() - before).isEqualTo(straight);
  }

  private double direct() {
    return meters.get("iam_http_direct_answers").counter().count();
  }

  private double denied() {
    return meters
        .get("iam_decisions")
        .tag("reason", "no_matching_grant")
        .functionCounters()
        .stream()
        .mapToDouble(FunctionCounter::count)
        .sum();
  }

  /** The parts of a response that are equal in every request. */
  private record Shown(int status, String body, Map<String, List<String>> headers) {}

  private Shown ask(String endpoint, String body, boolean framework) throws Exception {
    HttpResponse<String> answer = raw(endpoint, body, framework);
    Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
    headers.remove("ratelimit");
    headers.remove("correlation-id");
    headers.remove("content-length");
    return new Shown(
        answer.statusCode(),
        answer
            .body()
            .replaceAll("\"(decision|correlation)_id\":\"[^\"]+\"", "")
            .replaceAll("\\(request: [^)]+\\)", ""),
        headers);
  }

  private HttpResponse<String> raw(String endpoint, String body, boolean framework)
      throws IOException, InterruptedException {
    byte[] bytes = json(body).getBytes(StandardCharsets.UTF_8);
    BodyPublisher publisher =
        framework
            ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))
            : BodyPublishers.ofByteArray(bytes);
    return http.send(request(endpoint, publisher, token, "").build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(
      String endpoint, BodyPublisher body, String bearer, String query) {
    return HttpRequest.newBuilder(
            URI.create(
                "http://127.0.0.1:"
                    + RestAssured.port
                    + (endpoint.startsWith("/") ? "" : DECISIONS)
                    + endpoint
                    + query))
        .header("Authorization", "Bearer " + bearer)
        .header("Content-Type", "application/json")
        .POST(body);
  }
}
