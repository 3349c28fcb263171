package io.iamplane.testing;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * Stands between the application and PostgreSQL: loses a connection at a chosen statement, before
 * the server saw it or after it was carried out, and can be away altogether.
 */
public final class PgProxy implements Closeable {

  private static final int BACKLOG = 64;
  private static final int LOWEST_PORT = 20_000;
  private static final int HIGHEST_PORT = 32_768;
  private static final int MOST_TRIES = 100;
  private static final Cut NEVER = new Cut(statement -> false, false);

  /**
   * A place to break a connection.
   *
   * @param statement tests the text of every statement before its execution
   * @param afterwards true if the server still executes the statement, without an answer
   */
  record Cut(Predicate<String> statement, boolean afterwards) {}

  private final int databasePort;
  private final int port;
  private final Set<PgConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket server;
  private volatile Cut cut = NEVER;
  private volatile boolean losesNotifications;

  public PgProxy(int databasePort) throws IOException {
    this.databasePort = databasePort;
    this.server = bound();
    this.port = server.getLocalPort();
    accept(server);
  }

  /**
   * Binds a port below those that Linux gives to outgoing connections: one of them could take it,
   * or be connected to itself, while the proxy is away.
   */
  private static ServerSocket bound() throws IOException {
    for (int tries = 1; ; tries++) {
      int free = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      try {
        return new ServerSocket(free, BACKLOG, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  public int port() {
    return port;
  }

  /** Breaks the connection before the server sees a statement. */
  public void cutBefore(Predicate<String> statement) {
    cut = new Cut(statement, false);
  }

  /** Breaks the connection when the server has carried a statement out, before it can say so. */
  public void cutAfter(Predicate<String> statement) {
    cut = new Cut(statement, true);
  }

  /**
   * Counts the round trips of some work: those of the connection with the most, since others work
   * in the background.
   */
  public int roundTrips(Runnable work) {
    Map<PgConnection, Integer> before = new HashMap<>();
    connections.forEach(each -> before.put(each, each.roundTrips()));
    work.run();
    return connections.stream()
        .mapToInt(each -> each.roundTrips() - before.getOrDefault(each, 0))
        .max()
        .orElse(0);
  }

  /** Simulates a pooler that lends connections for a transaction: no notification arrives. */
  public void loseNotifications(boolean loses) {
    losesNotifications = loses;
  }

  public void cutNothing() {
    cut = NEVER;
  }

  /** Simulates a killed database: no server listens, and the open connections are gone. */
  public void goAway() throws IOException {
    server.close();
    connections.forEach(PgConnection::drop);
  }

  public void comeBack() throws IOException {
    if (server.isClosed()) {
      server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
      accept(server);
    }
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
              serve(listening, listening.accept());
            } catch (IOException e) {
              // Closed, or the database itself is away: the client sees a refused connection.
            }
          }
        });
  }

  private void serve(ServerSocket listening, Socket client) throws IOException {
    try {
      Socket database = new Socket(InetAddress.getLoopbackAddress(), databasePort);
      PgConnection connection =
          new PgConnection(client, database, () -> cut, () -> losesNotifications);
      connections.add(connection);
      connection.pump(() -> connections.remove(connection));
      if (listening.isClosed()) {
        // Came while the proxy went away, too late to be seen by that.
        connection.drop();
      }
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }
}
