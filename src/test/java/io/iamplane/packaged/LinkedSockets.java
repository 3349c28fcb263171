package io.iamplane.packaged;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One connection through a {@link DatabaseLink}. */
final class LinkedSockets {

  private static final int AT_ONCE = 64 * 1024;

  private final Socket client;
  private final Socket database;
  private final Supplier<Duration> delay;
  private volatile boolean lost;

  /** Bytes on their way; none: the end of the stream. */
  private record Packet(byte[] bytes, long due) implements Delayed {

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(due - ((Packet) other).due);
    }
  }

  /**
   * Links two ends.
   *
   * @param delay the delay of data from the database to the client
   */
  LinkedSockets(Socket client, Socket database, Supplier<Duration> delay) {
    this.client = client;
    this.database = database;
    this.delay = delay;
  }

  /** Passes on until one end closes, and closes the other. */
  void pass(Runnable closed) throws IOException {
    client.setTcpNoDelay(true);
    database.setTcpNoDelay(true);
    pass(client, database, () -> Duration.ZERO, closed);
    pass(database, client, delay, closed);
  }

  /** Passes on nothing any more; no end learns of it, nor of the other's. */
  void lose() {
    lost = true;
  }

  private void pass(Socket from, Socket to, Supplier<Duration> later, Runnable closed) {
    DelayQueue<Packet> way = new DelayQueue<>();
    Thread.ofVirtual().start(() -> read(from, way, later));
    Thread.ofVirtual()
        .start(() -> {
          write(way, to);
          if (!lost) {
            close();
            closed.run();
          }
        });
  }

  private static void read(Socket from, DelayQueue<Packet> way, Supplier<Duration> later) {
    long due = System.nanoTime();
    byte[] buffer = new byte[AT_ONCE];
    int length = 0;
    while (length >= 0) {
      length = read(from, buffer);
      // Never before what was sent before, however long that is delayed.
      due = Math.max(due + 1, System.nanoTime() + later.get().toNanos());
      way.add(new Packet(Arrays.copyOf(buffer, Math.max(0, length)), due));
    }
  }

  private static int read(Socket from, byte[] buffer) {
    try {
      InputStream in = from.getInputStream();
      return in.read(buffer);
    } catch (IOException e) {
      return -1;
    }
  }

  private void write(DelayQueue<Packet> way, Socket to) {
    try {
      for (Packet next = way.take(); next.bytes().length > 0; next = way.take()) {
        if (!lost) {
          to.getOutputStream().write(next.bytes());
        }
      }
    } catch (IOException e) {
      // One end went away; the other follows.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends both at once, without a farewell. */
  void close() {
    for (Socket socket : new Socket[] {client, database}) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        // Already gone.
      }
    }
  }
}
