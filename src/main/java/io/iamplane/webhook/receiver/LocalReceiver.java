package io.iamplane.webhook.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.iamplane.webhook.signature.WebhookSignature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An HTTP server on this machine's loopback address alone, that treats requests as configured. */
public final class LocalReceiver implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param port 0 for any that is free
   * @throws IOException when the port is taken
   */
  public LocalReceiver(int port, Function<Received, Reaction> reaction) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> handle(exchange, reaction));
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  private void handle(HttpExchange exchange, Function<Received, Reaction> reaction)
      throws IOException {
    try (exchange) {
      switch (reaction.apply(received(exchange))) {
        case Reaction.Answer answer -> answer(exchange, answer);
        case Reaction.Hang() -> await(Duration.ofDays(1));
        case Reaction.Close() -> {}
      }
    }
  }

  private static Received received(HttpExchange exchange) throws IOException {
    return new Received(
        exchange.getRequestURI().toString(),
        header(exchange, WebhookSignature.ID),
        header(exchange, WebhookSignature.TIMESTAMP),
        header(exchange, WebhookSignature.SIGNATURE),
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
  }

  private void answer(HttpExchange exchange, Reaction.Answer answer) throws IOException {
    await(answer.delay());
    answer.headers().forEach(exchange.getResponseHeaders()::add);
    exchange.sendResponseHeaders(answer.status(), -1);
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  /** Waits, unless the receiver is closed meanwhile. */
  private void await(Duration time) {
    try {
      if (!time.isZero() && closed.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
        Thread.currentThread().interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
