package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.packaged.PackagedApp.Ended;
import io.iamplane.testing.GoldenFile;
import io.iamplane.testing.PgProxy;
import io.iamplane.testing.TestDatabase;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The spans behind each driver, chosen by the environment, as an operator would. Every scenario is
 * a trace of a caller with a span above the request's.
 */
@Timeout(300)
class TracingIT {

  private static final String CALLER = "00f067aa0ba902b7";
  private static final String CHECK = "/api/iam/v1/decisions/check";
  private static final String ACCOUNTS = "/api/iam/v1/service-accounts";
  private static final String USERS = "/api/iam/v1/users";
  private static final String MAY_READ =
      "{\"subject\":\"service_account:%s\",\"permission\":\"iam:users.read\"}";
  private static final String MAY_NOT =
      "{\"subject\":\"user:ann\",\"permission\":\"iam:users.read\"}";
  private static final String ANN =
      "{\"email\":\"ann@example.com\",\"name\":\"Ann Archer\",\"external_id\":\"ann\"}";
  private static final Duration SOON = Duration.ofSeconds(20);

  /** Names of OpenTelemetry's threads, and of its code in other threads. */
  private static final String TELEMETRY =
      "(?i).*(opentelemetry|BatchSpanProcessor|otlp|_WorkerThread-|MetricReader-).*";

  private final Installed installed = FreshDatabase.bootstrapped();
  private final PackagedTenant tenant = PackagedTenant.of(installed);

  /** The search for threads finds those that there are. */
  @Test
  void openTelemetryGetsTheDocumentedTrees() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      String token =
          golden(
              environment("otel", receiver),
              new Traces((app, trace) -> receiver.trace(trace), command -> ofCommand(receiver)),
              server -> {
                assertThat(threads(server)).anyMatch(line -> line.matches(TELEMETRY));
                aMalformedTraceparentIsNoParent(server, receiver);
              });

      assertThat(receiver.text())
          .contains("iam.request")
          .doesNotContain(token, token.substring(token.lastIndexOf('.') + 1))
          .doesNotContain(tenant.clientSecret())
          .doesNotContain("ann@example.com", "Archer", "user:ann");
    }
  }

  @Tag("ci")
  @Test
  void theLogGetsTheSameTreesAndNothingOfOpenTelemetryLives() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      golden(
          environment("log", receiver),
          new Traces(
              (app, trace) ->
                  SeenSpan.inLog(app.err()).stream()
                      .filter(span -> trace.equals(span.traceId()))
                      .toList(),
              command -> SeenSpan.inText(command.err() + command.out())),
          TracingIT::nothingOfOpenTelemetryLives);

      assertThat(receiver.all()).isEmpty();
      assertThat(receiver.text()).isEmpty();
    }
  }

  @Tag("ci")
  @Test
  void nothingOfOpenTelemetryLivesWhereNothingIsTraced() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver();
        PackagedApp server = PackagedApp.start(environment("null", receiver), "serve")) {
      ready(server);
      assertThat(check(server, tenant.token(server), trace(1), MAY_NOT).statusCode())
          .isEqualTo(200);

      nothingOfOpenTelemetryLives(server);
      assertThat(receiver.text()).isEmpty();
    }
  }

  private static void nothingOfOpenTelemetryLives(PackagedApp server) {
    assertThat(threads(server)).isNotEmpty().noneMatch(line -> line.matches(TELEMETRY));
  }

  private static void aMalformedTraceparentIsNoParent(PackagedApp server, OtlpReceiver receiver) {
    server.get(USERS, "traceparent", "00-0-nonsense", "Correlation-Id", "malformed-1");

    await()
        .atMost(SOON)
        .untilAsserted(() ->
            assertThat(receiver.all())
                .filteredOn(
                    span -> "malformed-1".equals(span.attributes().get("iam.correlation_id")))
                .singleElement()
                .satisfies(span -> {
                  assertThat(span.parentId()).isEmpty();
                  assertThat(span.name()).isEqualTo("iam.request");
                }));
  }

  /** The share of traces is set at the start; a caller that samples its trace has it whole. */
  @Tag("ci")
  @Test
  void onlyTracesOfCallersAreKeptWhereTheShareIsNothing() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      Map<String, String> environment = environment("otel", receiver);
      environment.put("QUARKUS_OTEL_TRACES_SAMPLER_ARG", "0");
      try (PackagedApp server = PackagedApp.start(environment, "serve")) {
        ready(server);
        server.get(USERS);
        server.get(USERS, headers("no.such.token", trace(1)));

        await().atMost(SOON).until(() -> receiver.trace(trace(1)).size() == 2);
        assertThat(receiver.all()).hasSize(2);
      }
    }
  }

  /**
   * The sources of spans.
   *
   * @param requests of a trace, in a server
   * @param command of a command that ended
   */
  private record Traces(
      BiFunction<PackagedApp, String, List<SeenSpan>> requests,
      Function<Ended, List<SeenSpan>> command) {

    List<SeenSpan> of(PackagedApp server, String traceId) {
      return requests.apply(server, traceId);
    }
  }

  /** A command sends its spans before it ends. */
  private static List<SeenSpan> ofCommand(OtlpReceiver receiver) {
    return receiver.all().stream()
        .filter(span -> span.name().equals("iam.command"))
        .findFirst()
        .map(span -> receiver.trace(span.traceId()))
        .orElse(List.of());
  }

  /**
   * Compares the trees of all scenarios with the golden file; returns the token of the requests.
   *
   * @param also further checks of a server that has answered
   */
  private String golden(Map<String, String> environment, Traces traces, Consumer<PackagedApp> also)
      throws Exception {
    int port = URI.create(TestDatabase.directUrl().substring("jdbc:".length())).getPort();
    try (PgProxy proxy = new PgProxy(port)) {
      environment.put(
          "QUARKUS_DATASOURCE_JDBC_URL", FreshDatabase.url(installed.name(), proxy.port()));
      try (PackagedApp server = PackagedApp.start(environment, "serve")) {
        ready(server);
        String token = tenant.token(server);
        StringBuilder text = new StringBuilder();
        Function<Integer, String> tree = number -> tree(server, traces, trace(number));

        assertThat(server.post(USERS, ANN, headers(token, trace(1))).statusCode()).isEqualTo(201);
        text.append("change, by a token that is not known yet\n").append(tree.apply(1));
        assertThat(check(server, token, trace(2), allowed(token)).body()).contains("granted");
        text.append("allow\n").append(tree.apply(2));
        assertThat(check(server, token, trace(3), MAY_NOT).body()).contains("no_matching_grant");
        text.append("deny\n").append(tree.apply(3));
        assertThat(server.get(USERS, headers("no.such.token", trace(4))).statusCode())
            .isEqualTo(401);
        text.append("not a token of this service\n").append(tree.apply(4));
        String powerless = powerless(server, token);
        assertThat(check(server, powerless, trace(98), MAY_NOT).statusCode()).isEqualTo(403);
        assertThat(check(server, powerless, trace(5), MAY_NOT).statusCode()).isEqualTo(403);
        text.append("a caller without permission\n").append(tree.apply(5));

        also.accept(server);
        environment.put("QUARKUS_LOG_LEVEL", "INFO");
        Ended job = PackagedApp.run(environment, "iam:partitions:ensure");
        text.append("a job, as a command\n").append(SeenSpan.tree(traces.command().apply(job), ""));

        proxy.goAway();
        await()
            .atMost(SOON)
            .until(() -> check(server, token, trace(99), MAY_NOT).body().contains("unavailable"));
        check(server, token, trace(6), MAY_NOT);
        text.append("outage\n").append(tree.apply(6));

        GoldenFile.of("trace/trees.txt").assertMatches(text.toString());
        return token;
      }
    }
  }

  /** The token of a client that may do nothing. */
  private static String powerless(PackagedApp server, String token) {
    HttpResponse<String> made =
        PackagedTenant.post(server, token, ACCOUNTS, "{\"name\":\"powerless\"}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    JsonPath account = JsonPath.from(made.body());
    return new PackagedTenant(
            account.getString("data.client.client_id"),
            account.getString("data.client.client_secret"))
        .token(server);
  }

  /** A check of the tenant's own client, about itself. */
  private static String allowed(String token) {
    String payload =
        new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8);
    String subject = JsonPath.from(payload).getString("sub");
    return MAY_READ.formatted(subject.substring(subject.indexOf(':') + 1));
  }

  /** The tree of a trace, once the request's own span has ended, which ends last. */
  private static String tree(PackagedApp server, Traces traces, String traceId) {
    await()
        .atMost(SOON)
        .until(() ->
            traces.of(server, traceId).stream()
                .anyMatch(span -> span.name().equals("iam.request")));
    List<SeenSpan> spans = traces.of(server, traceId);
    String tree = SeenSpan.tree(spans, CALLER);
    assertThat(tree.lines().count()).as("all spans of %s", spans).isEqualTo(spans.size());
    return tree;
  }

  private static HttpResponse<String> check(
      PackagedApp server, String token, String traceId, String body) {
    return server.post(CHECK, body, headers(token, traceId));
  }

  private static String[] headers(String token, String traceId) {
    return new String[] {
      "Authorization",
      "Bearer " + token,
      "Content-Type",
      "application/json",
      "traceparent",
      "00-" + traceId + "-" + CALLER + "-01"
    };
  }

  private static String trace(int number) {
    return "4bf92f3577b34da6a3ce929d0e0e%04x".formatted(number);
  }

  private Map<String, String> environment(String driver, OtlpReceiver receiver) {
    Map<String, String> environment = FreshDatabase.plainHttp(FreshDatabase.url(installed.name()));
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.put("IAM_TRACING_DRIVER", driver);
    environment.put("QUARKUS_OTEL_EXPORTER_OTLP_ENDPOINT", receiver.endpoint());
    environment.put("QUARKUS_OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
    environment.put("QUARKUS_OTEL_BSP_SCHEDULE_DELAY", "100ms");
    return environment;
  }

  private static void ready(PackagedApp server) {
    await().atMost(PackagedApp.PATIENCE).until(() -> server.status("/api/iam/v1/ready") == 200);
  }

  /** A dump of the threads by the JDK's own tool, or the ends of their names. */
  private static List<String> threads(PackagedApp server) {
    if (PackagedApp.EXECUTABLE.isPresent()) {
      return namesOfThreads(server.pid());
    }
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process process =
          new ProcessBuilder(tool.toString(), Long.toString(server.pid()), "Thread.print")
              .redirectErrorStream(true)
              .start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names as the kernel has them: the last 15 characters of each. */
  private static List<String> namesOfThreads(long process) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc/" + process + "/task"))) {
      for (Path thread : threads) {
        names.add(Files.readString(thread.resolve("comm")).strip());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
