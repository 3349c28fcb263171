package io.iamplane.bootstrap.development;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the built files of the admin panel on this machine, from an origin of its own, with the
 * headers of {@code panel/nginx.conf}.
 */
public final class PanelServer implements AutoCloseable {

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml");

  private static final String CONFIG = "/config.json";
  private static final String INDEX = "/index.html";

  private final Path files;
  private final String api;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private PanelServer(Path files, int port, String api) throws IOException {
    this.files = files.toAbsolutePath().normalize();
    this.api = api;
    this.server = HttpServer.create(address(port), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /**
   * Serves the files that {@code npm run build} made.
   *
   * @param port 0 for any
   * @param api the origin of the API, which is the issuer, too
   * @throws IOException when the port is taken
   */
  public static PanelServer start(Path files, int port, String api) throws IOException {
    return new PanelServer(files, port, api);
  }

  /** The address by the name {@code localhost}: a passkey is of no IP address. */
  public String origin() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private static InetSocketAddress address(int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      String path = exchange.getRequestURI().getPath();
      if (path.equals(CONFIG)) {
        send(exchange, CONFIG, config());
        return;
      }
      Path file;
      try {
        file = files.resolve("." + path).normalize();
      } catch (InvalidPathException e) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      if (!path.equals("/") && file.startsWith(files) && Files.isRegularFile(file)) {
        send(exchange, path, Files.readAllBytes(file));
      } else if (path.startsWith("/assets/")) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        // An address within the application.
        send(exchange, INDEX, Files.readAllBytes(files.resolve("." + INDEX).normalize()));
      }
    }
  }

  private void send(HttpExchange exchange, String path, byte[] body) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    String type = path.substring(path.lastIndexOf('.') + 1);
    headers.set("Content-Type", TYPES.getOrDefault(type, "application/octet-stream"));
    // Names of assets change with their content.
    headers.set(
        "Cache-Control",
        path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    headers.set("Content-Security-Policy", policy(api));
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(200, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  static String policy(String api) {
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        + " connect-src 'self' %1$s; frame-src 'self' %1$s; frame-ancestors 'self';".formatted(api)
        + " base-uri 'none'; form-action 'none'; require-trusted-types-for 'script';"
        + " trusted-types 'none'";
  }

  private byte[] config() {
    return "{\"issuer\":\"%1$s\",\"api\":\"%1$s\",\"client_id\":\"panel\"}"
        .formatted(api)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
