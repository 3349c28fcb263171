package io.iamplane.packaged.load;

import io.iamplane.packaged.answers.AnswerVerifier;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/**
 * Asks a server from one thread, on kept connections: it shares its machine with the server, and a
 * thread for each connection would cost more than the server. A wrong answer ends the measurement
 * with an error.
 */
public final class HttpLoad implements AutoCloseable {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  /** The selector waits for whole milliseconds: less than that is waited for in such pieces. */
  private static final long PIECE = TimeUnit.MICROSECONDS.toNanos(50);

  private static final int SHED = 429;

  private final LoadTarget target;
  private final AnswerVerifier verifier;
  private final Selector selector;
  private final List<LoadConnection> connections = new ArrayList<>();
  private final Deque<LoadConnection> idle = new ArrayDeque<>();
  private final LongStream.Builder nanos = LongStream.builder();
  private int number;
  private int shed;

  private HttpLoad(String server, LoadTarget target, int count) throws IOException {
    this.target = target;
    this.verifier = new AnswerVerifier(server);
    this.selector = Selector.open();
    for (int i = 0; i < count; i++) {
      LoadConnection connection = new LoadConnection(target.port(), selector);
      connections.add(connection);
      idle.push(connection);
    }
  }

  /**
   * Asks on each connection, one request after the other.
   *
   * @param server its name, for the error of a wrong answer
   */
  public static LoadFigures closed(String server, LoadTarget target, int connections, Duration time)
      throws IOException {
    try (HttpLoad load = new HttpLoad(server, target, connections)) {
      return load.measure(Arrivals.closed(System.nanoTime() + time.toNanos()));
    }
  }

  /**
   * Asks so many times a second, on a fixed schedule; a request that finds no connection idle waits
   * for one, and its latency counts from its due time.
   */
  public static LoadFigures open(
      String server, LoadTarget target, int connections, double perSecond, Duration time)
      throws IOException {
    try (HttpLoad load = new HttpLoad(server, target, connections)) {
      long now = System.nanoTime();
      return load.measure(Arrivals.open(now, now + time.toNanos(), perSecond));
    }
  }

  private LoadFigures measure(Arrivals arrivals) throws IOException {
    long used = ProcessorTime.micros(target.process());
    long start = System.nanoTime();
    long last = start;
    while (true) {
      long now = System.nanoTime();
      while (!idle.isEmpty() && next(arrivals, now) <= now) {
        idle.pop().send(target.request(number++), arrivals.next(now));
        arrivals.advance();
      }
      boolean busy = idle.size() < connections.size();
      if (!busy && next(arrivals, now) == Long.MAX_VALUE) {
        break;
      }
      if (now - last > PATIENCE) {
        throw new IOException("no answer for " + Duration.ofNanos(PATIENCE));
      }
      if (await(arrivals, now) > 0) {
        last = System.nanoTime();
        read(last);
      }
    }
    long took = System.nanoTime() - start;
    used = ProcessorTime.micros(target.process()) - used;
    return LoadFigures.of(nanos.build().toArray(), took, used, shed);
  }

  private long next(Arrivals arrivals, long now) {
    return number < target.most() ? arrivals.next(now) : Long.MAX_VALUE;
  }

  private int await(Arrivals arrivals, long now) throws IOException {
    long wait = idle.isEmpty() ? Long.MAX_VALUE : next(arrivals, now) - now;
    if (wait > TimeUnit.MILLISECONDS.toNanos(2)) {
      return selector.select(Math.min(1_000, TimeUnit.NANOSECONDS.toMillis(wait) - 1));
    }
    LockSupport.parkNanos(Math.min(wait, PIECE));
    return selector.selectNow();
  }

  private void read(long now) throws IOException {
    for (SelectionKey key : selector.selectedKeys()) {
      LoadConnection connection = (LoadConnection) key.attachment();
      if (connection.read()) {
        LoadRequest request = connection.request();
        if (target.mayShed() && connection.status() == SHED) {
          shed++;
        } else {
          verifier.require(
              request.name(), request.expected(), connection.status(), connection.body());
          nanos.add(now - connection.due());
        }
        target.answered(request, connection.status(), connection.body());
        idle.push(connection);
      }
    }
    selector.selectedKeys().clear();
  }

  @Override
  public void close() throws IOException {
    for (LoadConnection connection : connections) {
      connection.close();
    }
    selector.close();
  }
}
