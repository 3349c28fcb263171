package io.iamplane.packaged.writes;

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

/** Writes on kept connections, one request after the other on each, a thread for each. */
public final class WriteLoad {

  private static final int PATIENCE_MILLIS = 20_000;

  private final ProcessHandle database;
  private final Map<Numbered, AtomicInteger> numbers = new ConcurrentHashMap<>();

  public WriteLoad(ProcessHandle database) {
    this.database = database;
  }

  /** How many tenants are written to, by how many connections, which take turns among them. */
  public record Shape(int tenants, int connections) {}

  private record Numbered(String server, WriteKind kind, int tenant) {}

  /** What one connection saw: how long answers took, and one that was no success. */
  private record Seen(LongStream nanos, int refused, String refusal) {}

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
    int refused = 0;
    String refusal = "";
    for (Future<Seen> each : asked) {
      Seen seen = each.get();
      nanos = LongStream.concat(nanos, seen.nanos());
      refused += seen.refused();
      refusal = refusal.isEmpty() ? seen.refusal() : refusal;
    }
    return WriteFigures.of(nanos.toArray(), took, used, refused, refusal);
  }

  private Seen ask(WriteServer server, WriteKind kind, int tenant, long until) {
    AtomicInteger number =
        numbers.computeIfAbsent(
            new Numbered(server.name(), kind, tenant), _ -> new AtomicInteger());
    LongStream.Builder nanos = LongStream.builder();
    int refused = 0;
    String refusal = "";
    try (Wire wire = new Wire(server.port(), "127.0.0.1", PATIENCE_MILLIS)) {
      for (long from = System.nanoTime(); from < until; from = System.nanoTime()) {
        String wrong = once(server.write(kind, tenant, number.getAndIncrement()), wire);
        if (wrong.isEmpty()) {
          nanos.add(System.nanoTime() - from);
        } else {
          refused++;
          refusal = wrong;
        }
      }
    }
    return new Seen(nanos.build(), refused, refusal);
  }

  /** Empty after a success. */
  private static String once(Write write, Wire wire) {
    try {
      Wire.Answer answer = write.ask(wire);
      return answer.status() == write.status() ? "" : answer.status() + " " + answer.body();
    } catch (IOException e) {
      return e.toString();
    }
  }
}
