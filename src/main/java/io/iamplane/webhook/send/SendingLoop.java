package io.iamplane.webhook.send;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * The event loop that requests to receivers run on. It is not one of those that serve the API: a
 * TLS handshake takes milliseconds, and many webhooks would put them before the decisions of all.
 */
@Singleton
public class SendingLoop {

  private @Nullable Vertx vertx;

  /** Made on first use: a command, and a server without a worker, need none. */
  public synchronized Vertx get() {
    Vertx present = vertx;
    if (present == null) {
      present = Vertx.vertx(options());
      vertx = present;
    }
    return present;
  }

  private static VertxOptions options() {
    return new VertxOptions()
        .setEventLoopPoolSize(1)
        .setWorkerPoolSize(1)
        .setInternalBlockingPoolSize(1)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  @PreDestroy
  synchronized void stop() {
    if (vertx != null) {
      vertx.close();
      vertx = null;
    }
  }
}
