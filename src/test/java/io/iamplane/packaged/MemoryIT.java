package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Launch;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Out of memory on purpose: with the bound on heads taken away, one of them fills the heap. */
class MemoryIT {

  private static final String HEALTH = "/api/iam/v1/health";
  private static final int OUT_OF_MEMORY = 3;
  private static final Duration IN_TIME = Duration.ofSeconds(5);

  /** A heap that is filled well before a head is late, and the lines that are more than it. */
  private static final Launch SMALL =
      Launch.of(List.of("-Xmx192m", "-XX:+UseSerialGC", "-Xlog:disable"));

  private static final int LINES = 1024 * 1024 * 1024 / 0x10000;

  @Tag("ci")
  @Test
  void aProcessWithoutMemoryEndsInTime() throws Exception {
    Map<String, String> environment = FreshDatabase.plainHttp("jdbc:postgresql://127.0.0.1:1/iam");
    environment.put("QUARKUS_HTTP_LIMITS_MAX_HEADER_SIZE", "2000M");
    try (PackagedApp server = PackagedApp.start(SMALL, environment, "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status(HEALTH) == 200);

      fill(server.port());

      await().atMost(IN_TIME).until(() -> !server.isRunning());
      assertThat(server.awaitEnd().exitCode()).isEqualTo(OUT_OF_MEMORY);
    }
  }

  /** Until the server reads no more: it has ended by then, or is about to. */
  private static void fill(int port) throws IOException {
    byte[] line = ("X-Long: " + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream out = socket.getOutputStream();
      out.write("GET / HTTP/1.1\r\nHost: localhost\r\n".getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < LINES; i++) {
        out.write(line);
      }
    } catch (SocketException e) {
      // The process is gone, and its socket with it.
    }
  }
}
