package io.iamplane.testing;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Stands between the application and PostgreSQL and understands just enough of the protocol
 * (PostgreSQL manual, chapter "Frontend/Backend Protocol") to lose a connection at a chosen
 * statement, before or after the server saw it, and to be away altogether.
 */
public final class PgProxy implements Closeable {

  /** When to cut a connection, asked for every statement; the test decides. */
  public record Cut(Predicate<String> statement, boolean afterForwarding) {}

  private final int targetPort;
  private final int port;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket server;
  private volatile Cut cut = new Cut(statement -> false, false);

  public PgProxy(int targetPort) throws IOException {
    this.targetPort = targetPort;
    this.server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    this.port = server.getLocalPort();
    accept(server);
  }

  public int port() {
    return port;
  }

  /** Cuts the connection whose next statement satisfies the predicate. */
  public void cutWhen(Predicate<String> statement, boolean afterForwarding) {
    cut = new Cut(statement, afterForwarding);
  }

  public void cutNothing() {
    cut = new Cut(statement -> false, false);
  }

  /** As a killed database: nobody listens, and the open connections are gone. */
  public void goAway() throws IOException {
    server.close();
    sockets.forEach(PgProxy::closeQuietly);
  }

  public void comeBack() throws IOException {
    server = new ServerSocket(port, 64, InetAddress.getLoopbackAddress());
    accept(server);
  }

  @Override
  public void close() throws IOException {
    goAway();
  }

  private void accept(ServerSocket listening) {
    Thread.ofVirtual()
        .start(() -> {
          while (!listening.isClosed()) {
            try {
              serve(listening.accept());
            } catch (IOException e) {
              // Closed, or the database is away: the client sees a refused connection.
            }
          }
        });
  }

  private void serve(Socket client) throws IOException {
    Socket database;
    try {
      database = new Socket(InetAddress.getLoopbackAddress(), targetPort);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    client.setTcpNoDelay(true);
    database.setTcpNoDelay(true);
    sockets.add(client);
    sockets.add(database);
    Thread.ofVirtual().start(() -> pump(client, database, this::copyStatements));
    Thread.ofVirtual().start(() -> pump(database, client, PgProxy::copyBytes));
  }

  private void pump(Socket from, Socket to, Copy copy) {
    try {
      copy.run(from.getInputStream(), to.getOutputStream());
    } catch (IOException e) {
      // One side went away; the other follows.
    } finally {
      closeQuietly(from);
      closeQuietly(to);
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  @FunctionalInterface
  private interface Copy {
    void run(InputStream from, OutputStream to) throws IOException;
  }

  private static void copyBytes(InputStream from, OutputStream to) throws IOException {
    from.transferTo(to);
  }

  /** Start-up messages have no type byte; every later one is a type byte, a length and a body. */
  private void copyStatements(InputStream raw, OutputStream to) throws IOException {
    DataInputStream from = new DataInputStream(raw);
    boolean started = false;
    String parsed = "";
    while (true) {
      int type = started ? from.readUnsignedByte() : 0;
      int length = from.readInt();
      byte[] body = from.readNBytes(length - 4);
      if (type == 'P' || type == 'Q') {
        parsed = text(type, body);
      }
      boolean executes = type == 'E' || type == 'Q';
      Cut now = cut;
      boolean cutHere = executes && now.statement().test(parsed);
      if (cutHere && !now.afterForwarding()) {
        return;
      }
      forward(to, started, type, length, body, cutHere);
      if (cutHere) {
        return;
      }
      started = started || !isEncryptionRequest(body);
    }
  }

  private static void forward(
      OutputStream to, boolean started, int type, int length, byte[] body, boolean sync)
      throws IOException {
    java.nio.ByteBuffer message = java.nio.ByteBuffer.allocate(length + 1 + 5);
    if (started) {
      message.put((byte) type);
    }
    message.putInt(length).put(body);
    if (sync && type == 'E') {
      // The server answers at a Sync only; without it an Execute would wait for ever.
      message.put((byte) 'S').putInt(4);
    }
    to.write(message.array(), 0, message.position());
    to.flush();
    if (sync) {
      settle();
    }
  }

  /** Lets the server finish what it was sent, so that the cut falls after the statement. */
  private static void settle() {
    java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
  }

  private static boolean isEncryptionRequest(byte[] body) {
    int code = java.nio.ByteBuffer.wrap(body).getInt();
    return code == 80877103 || code == 80877104; // SSLRequest, GSSENCRequest
  }

  private static String text(int type, byte[] body) {
    int start = 0;
    if (type == 'P') {
      while (body[start] != 0) {
        start++;
      }
      start++;
    }
    int end = start;
    while (body[end] != 0) {
      end++;
    }
    return new String(body, start, end - start, java.nio.charset.StandardCharsets.UTF_8);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // Already gone.
    }
  }
}
