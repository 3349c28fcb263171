package io.iamplane.packaged;

import io.iamplane.packaged.HttpBenchIT.HttpFigures;
import io.iamplane.packaged.siege.Victim;
import io.iamplane.packaged.siege.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** A server that is measured, with a tenant that has something to decide about. */
final class HttpSubject implements AutoCloseable {

  private static final int CONNECTIONS = Integer.getInteger("http.connections", 2);
  private static final int PATIENCE_MILLIS = 20_000;

  private final PackagedApp server;
  private final PackagedTenant tenant;
  private String token;

  HttpSubject(BenchServer build) throws IOException {
    this.server = build.app();
    this.tenant = build.tenant();
    this.token = tenant.token(server);
    new Victim(server.port(), token, "").prepare();
  }

  /** Asks on each connection, one request after the other, for so long. */
  HttpFigures measure(HttpOperation operation, Duration time) throws Exception {
    token = tenant.token(server);
    long until = System.nanoTime() + time.toNanos();
    List<Future<LongStream>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      for (int i = 0; i < CONNECTIONS; i++) {
        asked.add(threads.submit(() -> ask(operation, until)));
      }
    }
    LongStream nanos = LongStream.empty();
    for (Future<LongStream> each : asked) {
      nanos = LongStream.concat(nanos, each.get());
    }
    return HttpFigures.of(nanos.toArray(), time);
  }

  private LongStream ask(HttpOperation operation, long until) throws IOException {
    LongStream.Builder nanos = LongStream.builder();
    try (Wire wire = new Wire(server.port(), "127.0.0.1", PATIENCE_MILLIS)) {
      long from = System.nanoTime();
      for (int number = 0; from < until; number++) {
        Wire.Answer answer =
            wire.ask(
                operation.method(),
                operation.path(),
                operation.body(number),
                "Authorization",
                "Bearer " + token,
                "Content-Type",
                "application/json");
        if (answer.status() != operation.status()) {
          throw new IOException(answer.status() + " " + answer.body());
        }
        long now = System.nanoTime();
        nanos.add(now - from);
        from = now;
      }
    }
    return nanos.build();
  }

  @Override
  public void close() {
    server.close();
  }
}
