package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.RawHttp2Client.Frame;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Signals to connections once shutdown has begun, on a server of its own. */
@Timeout(30)
class DepartureTest {

  private static final int WINDOW = 64 * 1024;
  private static final String HELD = "/held";

  private static final Duration IN_FLIGHT = Duration.ofMillis(500);

  private final Departure departure = new Departure(IN_FLIGHT);
  private final Vertx vertx = Vertx.vertx();
  private HttpServer server;
  private volatile Runnable release = () -> {};

  @BeforeEach
  void listen() throws Exception {
    server =
        vertx
            .createHttpServer()
            .requestHandler(this::answer)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
  }

  @AfterEach
  void end() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private void answer(HttpServerRequest request) {
    departure.mark(request);
    if (request.path().equals(HELD)) {
      Context loop = vertx.getOrCreateContext();
      release = () -> loop.runOnContext(_ -> request.response().end("late"));
    } else {
      request.response().end("ok");
    }
  }

  private void begin() {
    departure.begin(new ShutdownDelayInitiatedEvent());
  }

  private HttpResponse<String> ask(HttpClient client) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.actualPort() + "/");
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private RawHttp2Client http2() {
    return new RawHttp2Client(server.actualPort(), WINDOW);
  }

  /** The frames up to the end of the connection. */
  private static List<Frame> rest(RawHttp2Client client) {
    List<Frame> frames = new ArrayList<>();
    for (Frame frame = client.next(); frame.type() >= 0; frame = client.next()) {
      frames.add(frame);
    }
    return frames;
  }

  private static void isAnswered(RawHttp2Client client, int stream) {
    assertThat(client.next())
        .satisfies(frame -> {
          assertThat(frame.type()).as(client.farewell()).isEqualTo(RawHttp2Client.HEADERS);
          assertThat(frame.stream()).isEqualTo(stream);
        });
    assertThat(client.next().type()).isEqualTo(RawHttp2Client.DATA);
  }

  @Test
  void anAnswerIsTheLastOfItsConnection() throws Exception {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      assertThat(ask(client).headers().firstValue("connection")).isEmpty();
      begin();
      HttpResponse<String> last = ask(client);
      assertThat(last.statusCode()).isEqualTo(200);
      assertThat(last.headers().firstValue("connection")).hasValue("close");
    }
  }

  /** RFC 9113, section 6.8; the header Connection is forbidden there (section 8.2.2). */
  @Test
  void anHttp2ConnectionEndsAfterItsAnswer() {
    try (RawHttp2Client client = http2()) {
      isAnswered(client, client.get("/", ""));
      assertThat(client.farewell()).isEmpty();

      begin();
      int last = client.get("/", "");
      List<Frame> frames = rest(client);

      assertThat(frames).filteredOn(frame -> frame.stream() == last).isNotEmpty();
      assertThat(frames)
          .extracting(Frame::type)
          .contains(RawHttp2Client.HEADERS)
          .doesNotContain(RawHttp2Client.RST_STREAM);
      assertThat(client.farewell()).as("NO_ERROR").matches("[0-9a-f]{8}00000000.*");
    }
  }

  @Test
  void whatIsUnderWayIsAnsweredAfterTheGoaway() {
    try (RawHttp2Client client = http2()) {
      int held = client.get(HELD, "");
      isAnswered(client, client.get("/", ""));
      begin();
      isAnswered(client, client.get("/", ""));
      assertThat(client.farewell()).as("said at once").isNotEmpty();

      release.run();

      assertThat(rest(client))
          .filteredOn(frame -> frame.stream() == held)
          .extracting(Frame::type)
          .contains(RawHttp2Client.HEADERS)
          .doesNotContain(RawHttp2Client.RST_STREAM);
    }
  }

  /** A client sends the next request before it has read that there is to be none. */
  @Test
  void whatWasSentBeforeTheGoawayCameIsAnswered() {
    try (RawHttp2Client client = http2()) {
      begin();
      isAnswered(client, client.get("/", ""));
      int next = client.get("/", "");

      assertThat(rest(client))
          .filteredOn(frame -> frame.stream() == next)
          .extracting(Frame::type)
          .containsExactly(RawHttp2Client.HEADERS, RawHttp2Client.DATA);
    }
  }

  /** Balancers that have not yet seen that the server is not ready. */
  @ParameterizedTest
  @EnumSource
  void newConnectionsAreAnsweredToo(HttpClient.Version version) throws Exception {
    begin();
    for (int i = 0; i < 5; i++) {
      try (HttpClient client = HttpClient.newBuilder().version(version).build()) {
        assertThat(ask(client).statusCode()).isEqualTo(200);
      }
    }
  }

  /** The JDK's client, which begins with HTTP/1.1 and asks for HTTP/2 in the first request. */
  @Test
  void aClientThatGoesOnAskingFindsAnotherConnection() throws Exception {
    begin();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      for (int i = 0; i < 200; i++) {
        assertThat(ask(client).statusCode()).isEqualTo(200);
      }
    }
  }
}
