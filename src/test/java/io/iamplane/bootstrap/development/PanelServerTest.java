package io.iamplane.bootstrap.development;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bootstrap.development.DevelopmentStart.DevelopmentPanel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the panel as a web server hands them out. */
class PanelServerTest {

  private static final String API = "http://127.0.0.1:8080";

  @TempDir Path folder;
  private PanelServer server;

  @BeforeEach
  void start() throws IOException {
    Files.createDirectories(folder.resolve("dist/assets"));
    Files.writeString(folder.resolve("dist/index.html"), "index");
    Files.writeString(folder.resolve("dist/assets/a.js"), "script");
    Files.writeString(folder.resolve("secret.txt"), "secret");
    server = PanelServer.start(folder.resolve("dist"), 0, API);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(server.origin() + path)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void addressesOfTheApplicationAreItsIndex() throws Exception {
    for (String path : new String[] {"/", "/audit/01a2.3", "/callback?code=1"}) {
      HttpResponse<String> page = get(path);
      assertThat(page.body()).as(path).isEqualTo("index");
      assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-cache");
    }
  }

  @Test
  void assetsAreKeptAndMissingOnesAreNotTheIndex() throws Exception {
    HttpResponse<String> script = get("/assets/a.js");
    assertThat(script.body()).isEqualTo("script");
    assertThat(script.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/javascript");
    assertThat(script.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    assertThat(get("/assets/old.js").statusCode()).isEqualTo(404);
  }

  @Test
  void nothingOutsideOfTheFolderIsRead() throws Exception {
    for (String path : new String[] {"/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"}) {
      assertThat(get(path).body()).as(path).doesNotContain("secret");
    }
  }

  @Test
  void aMalformedEscapeIsRefused() throws Exception {
    for (String path : new String[] {"/%", "/%zz", "/a%00b"}) {
      assertThat(statusOf(path)).as(path).isEqualTo("HTTP/1.1 400 Bad Request");
    }
  }

  /** Sends a path as it stands, which the client of Java would refuse itself. */
  private String statusOf(String path) throws IOException {
    URI origin = URI.create(server.origin());
    try (Socket socket = new Socket("127.0.0.1", origin.getPort())) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @Test
  void settingsNameTheApiAndWritesAreRefused() throws Exception {
    assertThat(get("/config.json").body())
        .isEqualTo("{\"issuer\":\"%1$s\",\"api\":\"%1$s\",\"client_id\":\"panel\"}".formatted(API));
    HttpRequest.Builder post =
        HttpRequest.newBuilder(URI.create(server.origin() + "/"))
            .POST(HttpRequest.BodyPublishers.noBody());
    assertThat(send(post))
        .matches(answer -> answer.statusCode() == 405)
        .matches(answer -> answer.headers().allValues("Allow").equals(List.of("GET, HEAD")));
  }

  @Test
  void thePolicyIsThatOfTheImage() throws Exception {
    Matcher policy =
        Pattern.compile("Content-Security-Policy \"([^\"]+)\"")
            .matcher(Files.readString(Path.of("panel/headers.conf")));
    assertThat(policy.find()).isTrue();
    assertThat(PanelServer.policy(API).replace(" " + API, "")).isEqualTo(policy.group(1));
    assertThat(get("/").headers().firstValue("Content-Security-Policy"))
        .hasValue(PanelServer.policy(API));
  }

  @Test
  void aPanelThatIsNotBuiltOrHasNoPortIsSaidToPeople() {
    assertThat(DevelopmentPanel.start(folder, API)).contains("is not built", "npm --prefix panel");
  }
}
