package io.iamplane.packaged;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The network between a service and its database: forwards, delays, or loses data without a sign,
 * like a firewall or a broken switch.
 */
final class DatabaseLink implements AutoCloseable {

  /** Beyond these, Linux drops the packets that would open a connection. */
  private static final int BACKLOG = 1;

  private final ServerSocket server;
  private final Set<LinkedSockets> linked = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition restored = lock.newCondition();
  private volatile int database;
  private volatile boolean lost;
  private volatile Duration delay = Duration.ZERO;

  /**
   * Makes a link.
   *
   * @param database the port of the database on this machine
   */
  DatabaseLink(int database) throws IOException {
    this.database = database;
    this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Leads to another database from now on; open connections are closed. */
  void lead(int other) {
    database = other;
    linked.forEach(LinkedSockets::close);
  }

  /** From now on each answer of the database arrives so much later. */
  void delay(Duration time) {
    delay = time;
  }

  /**
   * Loses all data from now on, in both directions, without a sign: open connections stay lost
   * permanently, and new ones wait for an answer, or for the connection itself.
   */
  void lose() {
    lost = true;
    linked.forEach(LinkedSockets::lose);
  }

  /** New connections reach the database again. */
  void restore() {
    lock.lock();
    try {
      lost = false;
      restored.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        serve(server.accept());
      } catch (IOException e) {
        // Closed, or the database itself is away: the client sees a refused connection.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void serve(Socket client) throws IOException, InterruptedException {
    Socket to = new Socket();
    LinkedSockets sockets = new LinkedSockets(client, to, () -> delay);
    linked.add(sockets);
    if (lost) {
      sockets.lose();
      // What comes next finds a queue that is full, and then no answer at all.
      awaitRestored();
      return;
    }
    try {
      to.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), database));
      sockets.pass(() -> linked.remove(sockets));
    } catch (IOException e) {
      sockets.close();
      throw e;
    }
    if (lost) {
      sockets.lose();
    }
  }

  private void awaitRestored() throws InterruptedException {
    lock.lock();
    try {
      while (lost && !server.isClosed()) {
        restored.await();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    restore();
    linked.forEach(LinkedSockets::close);
  }
}
