package io.iamplane.packaged.siege;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A process that answers one word and is not attacked. Its slowdown during a siege is the part that
 * the attackers take from the machine itself, not from the server.
 */
public final class Bystander {

  private static final byte[] ANSWER = "ok".getBytes(StandardCharsets.US_ASCII);

  private Bystander() {}

  /** Serves on a free port, which is the only line of the output, until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, ANSWER.length);
          exchange.getResponseBody().write(ANSWER);
          exchange.close();
        });
    server.start();
    System.out.println(server.getAddress().getPort());
  }
}
