package io.iamplane.packaged.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The minimal endpoint on this platform: reads a body on the event loop, parses it as JSON and
 * answers the same decision every time. The extra time of a real endpoint is its own.
 */
public final class BareServer extends AbstractVerticle {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Buffer ANSWER =
      Buffer.buffer(
          """
          {"data":{"allowed":true,"decision_id":"01a2092f-d79f-73cd-b24e-2e8c307bbfd5",\
          "policy_version":27,"requires_step_up":false,"required_aal":"aal1",\
          "reason_code":"granted_by_grant","matched":[{"type":"grant","key":"shop:reader",\
          "id":"01a2092f-d19a-711a-b649-64518ed1fc28"}]}}\
          """);

  private final int port;

  private BareServer(int port) {
    this.port = port;
  }

  /** Serves on a loopback port, with as many event loops as the product has. */
  public static void main(String[] arguments) {
    int loops = 2 * Runtime.getRuntime().availableProcessors();
    int port = Integer.parseInt(arguments[0]);
    Vertx.vertx()
        .deployVerticle(() -> new BareServer(port), new DeploymentOptions().setInstances(loops))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  @Override
  public void start() {
    HttpServerOptions options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
    vertx.createHttpServer(options).requestHandler(BareServer::answer).listen();
  }

  private static void answer(HttpServerRequest request) {
    request.bodyHandler(body -> {
      try {
        JSON.readTree(body.getBytes()); // Of the probe there is none, which is fine.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      request.response().putHeader("Content-Type", "application/json").end(ANSWER);
    });
  }
}
