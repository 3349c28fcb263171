package io.iamplane.packaged;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Leads each new connection to the next replica that says it is ready, as a Service of Kubernetes
 * does; those that are open stay where they are.
 */
final class ReplicaBalancer implements AutoCloseable {

  private static final int EVERY_MILLIS = 100;

  private final ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  private final List<PackagedApp> replicas = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService prober = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger next = new AtomicInteger();
  private volatile List<PackagedApp> ready = List.of();

  ReplicaBalancer() throws IOException {
    prober.scheduleWithFixedDelay(this::probe, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  void add(PackagedApp replica) {
    replicas.add(replica);
  }

  void remove(PackagedApp replica) {
    replicas.remove(replica);
  }

  /** The number of replicas that reported readiness lately. */
  int ready() {
    return ready.size();
  }

  private void probe() {
    ready = replicas.stream().filter(each -> each.status("/api/iam/v1/ready") == 200).toList();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        List<PackagedApp> choice = ready;
        if (choice.isEmpty()) {
          client.close();
          continue;
        }
        PackagedApp replica = choice.get(Math.floorMod(next.getAndIncrement(), choice.size()));
        link(client, new Socket(InetAddress.getLoopbackAddress(), replica.port()));
      } catch (IOException e) {
        // Closed, or the replica is gone: the client sees that its connection ended.
      }
    }
  }

  private static void link(Socket client, Socket replica) throws IOException {
    client.setTcpNoDelay(true);
    replica.setTcpNoDelay(true);
    Thread.ofVirtual().start(() -> pass(client, replica));
    Thread.ofVirtual().start(() -> pass(replica, client));
  }

  /** Copies data that one end sent before it closed to the other. */
  private static void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      in.transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
    if (from.isOutputShutdown()) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Already gone.
    }
  }

  @Override
  public void close() throws IOException {
    prober.shutdownNow();
    server.close();
  }
}
