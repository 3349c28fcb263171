package io.iamplane.packaged.writes;

import io.iamplane.packaged.answers.AnswerVerifier;
import io.iamplane.packaged.siege.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/**
 * Writes on kept connections, one request after the other on each, a thread for each. A server may
 * shed load with 429, which is counted apart; any other unexpected answer ends the measurement with
 * an error.
 */
public final class WriteLoad {

  private static final int PATIENCE_MILLIS = 20_000;
  private static final int SHED = 429;

  private final ProcessHandle database;
  private final Map<Numbered, AtomicInteger> numbers = new ConcurrentHashMap<>();

  public WriteLoad(ProcessHandle database) {
    this.database = database;
  }

  /** The number of tenants that are written to, and of connections that take turns among them. */
  public record Shape(int tenants, int connections) {}

  private record Numbered(String server, WriteKind kind, int tenant) {}

  /** The times of the answers on one connection, and the number of those that shed its request. */
  private record Seen(LongStream nanos, int shed) {}

  /** Asks for so long. */
  public WriteFigures measure(WriteServer server, WriteKind kind, Shape shape, Duration time)
      throws Exception {
    server.login(shape.tenants());
    ProcessorTimes before = ProcessorTimes.of(server.process(), database);
    long start = System.nanoTime();
    List<Future<Seen>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(shape.connections())) {
      for (int i = 0; i < shape.connections(); i++) {
        int tenant = i % shape.tenants();
        asked.add(threads.submit(() -> ask(server, kind, tenant, start + time.toNanos())));
      }
    }
    long took = System.nanoTime() - start;
    ProcessorTimes used = ProcessorTimes.of(server.process(), database).since(before);
    LongStream nanos = LongStream.empty();
    int shed = 0;
    for (Future<Seen> each : asked) {
      Seen seen = each.get();
      nanos = LongStream.concat(nanos, seen.nanos());
      shed += seen.shed();
    }
    return WriteFigures.of(nanos.toArray(), took, used, shed);
  }

  private Seen ask(WriteServer server, WriteKind kind, int tenant, long until) throws IOException {
    AtomicInteger number =
        numbers.computeIfAbsent(
            new Numbered(server.name(), kind, tenant), _ -> new AtomicInteger());
    LongStream.Builder nanos = LongStream.builder();
    AnswerVerifier verifier = new AnswerVerifier(server.name());
    int shed = 0;
    try (Wire wire = new Wire(server.port(), "127.0.0.1", PATIENCE_MILLIS)) {
      for (long from = System.nanoTime(); from < until; from = System.nanoTime()) {
        Write write = server.write(kind, tenant, number.getAndIncrement());
        Wire.Answer answer = write.ask(wire);
        long took = System.nanoTime() - from;
        if (answer.status() == SHED) {
          shed++;
        } else {
          verifier.require(write.path(), write.expected(), answer.status(), answer.body());
          nanos.add(took);
        }
      }
    }
    return new Seen(nanos.build(), shed);
  }
}
