package io.iamplane.testing;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An event loop to run something on, as the requests for decisions are. */
public final class EventLoop implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 30;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  /** The result of work that is done on the event loop. */
  public <T> T call(Callable<T> work) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    vertx.runOnContext(_ -> {
      try {
        result.complete(work.call());
      } catch (Exception | AssertionError e) {
        result.completeExceptionally(e);
      }
    });
    return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
