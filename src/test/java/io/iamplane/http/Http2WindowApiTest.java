package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.RawHttp2Client.Frame;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An HTTP/2 client with small windows, so that its answers stay on the server. */
@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
public class Http2WindowApiTest {

  private static final String HEALTH = "/api/iam/v1/health";
  private static final String LONG = "/api/iam/v1/test-long/";
  private static final int KIB = 1024;

  @Inject TestPlatform platform;

  @Test
  void answersThatAreNotReadAreWithdrawnAndTheConnectionGoesOn() {
    try (RawHttp2Client client = new RawHttp2Client(0)) {
      Set<Integer> streams = new HashSet<>();
      for (int i = 0; i < 20; i++) {
        streams.add(client.get(HEALTH, ""));
      }
      while (!streams.isEmpty()) {
        Frame frame = client.next();
        assertThat(frame.type())
            .as(client.farewell())
            .isIn(RawHttp2Client.HEADERS, RawHttp2Client.RST_STREAM);
        if (frame.type() == RawHttp2Client.RST_STREAM) {
          assertThat(frame.payload()).as("ENHANCE_YOUR_CALM").containsExactly(0, 0, 0, 0xb);
          streams.remove(frame.stream());
        }
      }
      client.window(64 * KIB);
      int stream = client.get(HEALTH, "");
      assertThat(client.next().type()).isEqualTo(RawHttp2Client.HEADERS);
      Frame body = client.next();
      assertThat(body.type()).isEqualTo(RawHttp2Client.DATA);
      assertThat(body.stream()).isEqualTo(stream);
    }
  }

  /** It has read its answer: a separate deadline limits the rest of its body. */
  @Test
  void aClientThatSendsOnIsNotTakenForOneThatDoesNotRead() {
    try (RawHttp2Client client = new RawHttp2Client(64 * KIB)) {
      client.post("/api/iam/v1/organizations");
      Frame frame = client.next();
      assertThat(frame.type()).isEqualTo(RawHttp2Client.HEADERS);
      while (frame.type() != RawHttp2Client.RST_STREAM) {
        frame = client.next();
        assertThat(frame.type())
            .as(client.farewell())
            .isIn(RawHttp2Client.DATA, RawHttp2Client.RST_STREAM);
      }
      assertThat(frame.payload()).as("NO_ERROR").containsExactly(0, 0, 0, 0);
    }
  }

  /** Each long answer holds the thread that writes it: all of them are free again in time. */
  @Test
  void longAnswersThatAreNotReadHoldNoThread() {
    String token = platform.platformToken();
    try (RawHttp2Client client = new RawHttp2Client(0)) {
      Set<Integer> asked = new HashSet<>();
      for (int i = 0; i < 40; i++) {
        asked.add(client.get(LONG + 64, token));
      }
      while (!asked.isEmpty()) {
        Frame frame = client.next();
        assertThat(frame.type())
            .as(client.farewell())
            .isIn(RawHttp2Client.HEADERS, RawHttp2Client.RST_STREAM);
        if (frame.type() == RawHttp2Client.RST_STREAM) {
          asked.remove(frame.stream());
        }
      }
      client.window(64 * KIB);
      int stream = client.get(HEALTH, "");
      assertThat(client.next())
          .returns(RawHttp2Client.HEADERS, Frame::type)
          .returns(stream, Frame::stream);
    }
  }

  @Test
  void aClientThatReadsGetsLongAnswers() throws Exception {
    String token = platform.platformToken();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      for (int i = 0; i < 5; i++) {
        HttpResponse<String> answer =
            client.send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + RestAssured.port + LONG + 600))
                    .header("Authorization", "Bearer " + token)
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.body()).hasSizeGreaterThan(600 * KIB);
      }
    }
  }
}
