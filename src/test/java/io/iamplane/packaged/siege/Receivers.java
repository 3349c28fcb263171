package io.iamplane.packaged.siege;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Webhooks to receivers that accept and never say anything, and events for all of them. */
final class Receivers implements Attack {

  private static final int HOOKS = 20;
  private static final int BACKLOG = 1_000;
  private static final int EVENTS_EACH = 200;

  @Override
  public String name() {
    return "hanging receivers";
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    Queue<Socket> held = new ConcurrentLinkedQueue<>();
    try (ServerSocket receiver = new ServerSocket()) {
      receiver.bind(new InetSocketAddress(Wire.loopback("127.0.0.1"), target.hookPort()), BACKLOG);
      Thread.ofVirtual().start(() -> accept(receiver, held, tally));
      subscribe(target, tally);
      target.repeat(
          1,
          Duration.ofMillis(EVENTS_EACH),
          (wire, round) ->
              target.ask(
                  wire,
                  tally,
                  "change",
                  "PATCH",
                  Target.API + "users/one",
                  "{\"name\": \"One " + round + "\"}"));
    } finally {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  private static void subscribe(Target target, Tally tally) throws IOException {
    try (Wire wire = target.wire()) {
      for (int i = 0; i < target.part(HOOKS); i++) {
        target.ask(
            wire,
            tally,
            "webhook",
            "POST",
            Target.API + "webhooks",
            "{\"url\": \"https://127.0.0.1:%d/%d\", \"event_filters\": [\"*\"]}"
                .formatted(target.hookPort(), i));
      }
    }
  }

  private static void accept(ServerSocket receiver, Queue<Socket> held, Tally tally) {
    try {
      while (true) {
        held.add(receiver.accept());
        tally.count("connection of the server");
      }
    } catch (IOException e) {
      // Closed: it is over.
    }
  }
}
