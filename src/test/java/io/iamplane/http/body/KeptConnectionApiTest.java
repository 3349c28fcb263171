package io.iamplane.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Answers are made on threads that are not the connection's: they meet every body, and of none
 * remains anything for which the connection would be closed in the middle of another request.
 */
@QuarkusTest
class KeptConnectionApiTest {

  private static final int SOME = 500;
  private static final int MANY = 3_000;
  private static final Duration LESS_THAN_GRACE = Duration.ofSeconds(1);

  @Inject Bodies bodies;
  @Inject TestPlatform platform;

  @Test
  void readsLeaveNothingBehindOnAKeptConnection() throws IOException {
    read(SOME);
  }

  @Test
  @Tag("stress")
  void manyReadsLeaveNothingBehindOnAKeptConnection() throws IOException {
    read(MANY);
  }

  private void read(int requests) throws IOException {
    ask(requests, "GET /api/iam/v1/users?limit=1 HTTP/1.1\r\n", "", "HTTP/1.1 200");
    await().atMost(LESS_THAN_GRACE).until(() -> bodies.leftovers() == 0);
  }

  @Test
  void everyBodyArrives() throws IOException {
    write(SOME);
  }

  @Test
  @Tag("stress")
  void everyOneOfManyBodiesArrives() throws IOException {
    write(MANY);
  }

  private void write(int requests) throws IOException {
    String head =
        "POST /api/iam/v1/users HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n";
    ask(requests, head, "{}", "HTTP/1.1 422");
  }

  /** Its body is there before the framework looks at it. */
  @Test
  void whatIsNotAnsweredStraightAwayLeavesNothingBehind() throws IOException {
    String head =
        "POST /api/iam/v1/decisions/check HTTP/1.1\r\nContent-Type: application/json\r\n"
            + "Content-Length: 2\r\n";
    ask(SOME, head, "{}", "HTTP/1.1 422");
    await().atMost(LESS_THAN_GRACE).until(() -> bodies.leftovers() == 0);
  }

  private void ask(int requests, String head, String body, String status) throws IOException {
    String request =
        head
            + "Host: localhost\r\nAuthorization: Bearer "
            + new AdminTenant(platform).token()
            + "\r\n\r\n"
            + body;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port)) {
      socket.setSoTimeout(20_000);
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (int i = 0; i < requests; i++) {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        assertThat(answer(answers)).as("the answer to request %d", i).startsWith(status);
      }
    }
  }

  /** The status line of the next answer, which is read whole; empty if absent. */
  private static String answer(BufferedReader answers) throws IOException {
    String status = answers.readLine();
    int length = 0;
    for (String line = status; line != null && !line.isEmpty(); line = answers.readLine()) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    skip(answers, length);
    return status == null ? "" : status;
  }

  private static void skip(Reader reader, int length) throws IOException {
    for (int left = length; left > 0; ) {
      left -= (int) reader.skip(left);
    }
  }
}
