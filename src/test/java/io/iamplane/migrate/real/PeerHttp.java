package io.iamplane.migrate.real;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.packaged.PeerServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Posts JSON to a server on loopback. */
record PeerHttp(PeerServer server, HttpClient client) implements AutoCloseable {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static PeerHttp of(PeerServer server) {
    return new PeerHttp(
        server, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
  }

  record Reply(int status, JsonNode body) {

    /** The body of a success. */
    JsonNode done() throws IOException {
      if (status / 100 != 2) {
        throw new IOException(status + " " + body);
      }
      return body;
    }

    /** The text of a refusal. */
    String message() {
      return body.path("message").asText();
    }
  }

  static String json(Object value) throws IOException {
    return MAPPER.writeValueAsString(value);
  }

  Reply post(String path, String body) throws IOException {
    HttpResponse<String> response = send(path, body);
    return new Reply(response.statusCode(), MAPPER.readTree(response.body()));
  }

  /** The results of an answer that is a stream. */
  List<JsonNode> stream(String path, String body) throws IOException {
    HttpResponse<String> response = send(path, body);
    List<JsonNode> results = new ArrayList<>();
    for (String line : response.body().lines().toList()) {
      JsonNode result = MAPPER.readTree(line).path("result");
      if (!result.isObject()) {
        throw new IOException(response.statusCode() + " " + line);
      }
      results.add(result);
    }
    return results;
  }

  private HttpResponse<String> send(String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .timeout(Duration.ofMinutes(2))
            .header("Authorization", "Bearer " + PeerServer.KEY)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
