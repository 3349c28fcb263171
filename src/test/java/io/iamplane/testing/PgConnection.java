package io.iamplane.testing;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One connection through the proxy. It understands just enough of the protocol (PostgreSQL manual,
 * "Message Formats") to know which statement is about to be executed.
 */
final class PgConnection {

  private static final int SSL_REQUEST = 80877103;
  private static final int NOTIFICATION = 'A';
  private static final int GSS_REQUEST = 80877104;

  private final Socket client;
  private final Socket database;
  private final Supplier<PgProxy.Cut> cut;
  private final BooleanSupplier losesNotifications;
  private final Map<String, String> statements = new HashMap<>();
  private final Map<String, String> portals = new HashMap<>();
  private final AtomicInteger roundTrips = new AtomicInteger();
  private volatile boolean dropWhenReady;

  PgConnection(
      Socket client, Socket database, Supplier<PgProxy.Cut> cut, BooleanSupplier losesNotifications)
      throws IOException {
    this.client = client;
    this.database = database;
    this.cut = cut;
    this.losesNotifications = losesNotifications;
    client.setTcpNoDelay(true);
    database.setTcpNoDelay(true);
  }

  void pump(Runnable whenClosed) {
    start(this::copyRequests, whenClosed);
    start(this::copyAnswers, whenClosed);
  }

  /**
   * The number of times that the client has waited for an answer, however many statements it sent.
   */
  int roundTrips() {
    return roundTrips.get();
  }

  /** Ends both sides at once, without a farewell. */
  void drop() {
    for (Socket socket : new Socket[] {client, database}) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        // Already gone.
      }
    }
  }

  @FunctionalInterface
  private interface Copy {
    void run() throws IOException;
  }

  /**
   * On a thread of the system, since all that the application asks the database passes here: a
   * virtual one would be parked, polled for and scheduled again for each message.
   */
  private void start(Copy copy, Runnable whenClosed) {
    Thread.ofPlatform()
        .daemon()
        .name("postgres-proxy")
        .start(() -> {
          try {
            copy.run();
          } catch (IOException e) {
            // One side went away; the other follows.
          } finally {
            drop();
            whenClosed.run();
          }
        });
  }

  private void copyRequests() throws IOException {
    DataInputStream from = input(client);
    DataOutputStream to = output(database);
    boolean started = false;
    while (true) {
      // Start-up messages have no type byte; every later one begins with it.
      int type = started ? from.readUnsignedByte() : 0;
      byte[] body = from.readNBytes(from.readInt() - 4);
      String executed = started ? executed((char) type, body) : null;
      // BEGIN is sent with the statement that follows it.
      if (type == 'S' || (type == 'Q' && !"BEGIN".equals(executed))) {
        roundTrips.incrementAndGet();
      }
      PgProxy.Cut now = cut.get();
      boolean cutHere = executed != null && now.statement().test(executed);
      if (cutHere && !now.afterwards()) {
        return;
      }
      dropWhenReady = dropWhenReady || cutHere;
      write(to, started ? type : -1, body);
      if (from.available() == 0) {
        to.flush();
      }
      started = started || !asksForEncryption(body);
    }
  }

  private void copyAnswers() throws IOException {
    DataInputStream from = input(database);
    DataOutputStream to = output(client);
    while (true) {
      int type = from.readUnsignedByte();
      byte[] body = from.readNBytes(from.readInt() - 4);
      if (dropWhenReady) {
        if (type == 'Z') {
          return;
        }
        continue;
      }
      if (type != NOTIFICATION || !losesNotifications.getAsBoolean()) {
        write(to, type, body);
      }
      if (from.available() == 0) {
        to.flush();
      }
    }
  }

  /** The text of the statement that this message executes; null when it executes none. */
  private String executed(char type, byte[] body) {
    Strings strings = new Strings(body);
    return switch (type) {
      case 'P' -> {
        statements.put(strings.next(), strings.next());
        yield null;
      }
      case 'B' -> {
        String portal = strings.next();
        portals.put(portal, statements.getOrDefault(strings.next(), ""));
        yield null;
      }
      case 'E' -> portals.getOrDefault(strings.next(), "");
      case 'Q' -> strings.next();
      default -> null;
    };
  }

  private static boolean asksForEncryption(byte[] body) {
    int code = java.nio.ByteBuffer.wrap(body).getInt();
    return code == SSL_REQUEST || code == GSS_REQUEST;
  }

  private static void write(DataOutputStream to, int type, byte[] body) throws IOException {
    if (type >= 0) {
      to.writeByte(type);
    }
    to.writeInt(body.length + 4);
    to.write(body);
  }

  private static DataInputStream input(Socket socket) throws IOException {
    return new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  private static DataOutputStream output(Socket socket) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** Reads the zero-terminated strings that a message begins with. */
  private static final class Strings {
    private final byte[] body;
    private int at;

    Strings(byte[] body) {
      this.body = body;
    }

    String next() {
      int start = at;
      while (body[at] != 0) {
        at++;
      }
      return new String(body, start, at++ - start, StandardCharsets.UTF_8);
    }
  }
}
